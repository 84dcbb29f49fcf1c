// Who sits at this tab: a secret that the server knows a person by, so that rights come back after a reload or a lost
// connection. It stays with the tab and is told to the server alone.

const kKey = 'paddock.key';

export function read_key(): string {
  const kept = sessionStorage.getItem(kKey);
  if (kept !== null && /^[0-9a-f]{32}$/.test(kept)) return kept;
  const key = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  sessionStorage.setItem(kKey, key);
  return key;
}
