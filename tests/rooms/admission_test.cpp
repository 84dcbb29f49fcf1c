#include "paddock/rooms/admission.h"

#include <gtest/gtest.h>

namespace paddock {
namespace {

constexpr std::uint32_t kThisMachine = 0x7f000001, kElsewhere = 0xc0a80114;  // 192.168.1.20

TEST(Admission, ThisMachineAlwaysOthersOnceTheyHaveShownTheToken) {
  Admission admission;
  EXPECT_TRUE(admission.allows(kThisMachine));
  EXPECT_TRUE(admission.allows(0x7f010203));
  EXPECT_FALSE(admission.allows(kElsewhere));

  admission.admit("192.168.1.20");

  EXPECT_TRUE(admission.allows(kElsewhere));
  EXPECT_FALSE(admission.allows(kElsewhere + 1));
}

TEST(Admission, ReadsAddressesAsIpv6WritesThem) {
  Admission admission;

  admission.admit("::ffff:192.168.1.20");

  EXPECT_TRUE(admission.allows(kElsewhere));
}

TEST(Admission, WhatIsNoAddressLetsNobodyIn) {
  for (const char* text : {"", "fe80::1", "192.168.1", "192.168.1.256", "192.168.1.20.7",
                           "192.168.1.20x", "localhost", "192..1.20"}) {
    Admission admission;
    admission.admit(text);
    EXPECT_FALSE(admission.allows(kElsewhere)) << text;
    EXPECT_FALSE(admission.allows(0)) << text;
  }
}

}  // namespace
}  // namespace paddock
