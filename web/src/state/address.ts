// Places of the page as addresses: the menu, a level before it starts, a room.

export type Address = { at: 'menu' } | { at: 'level'; level: string } | { at: 'room'; room: string };

/// What is no address of ours is the menu.
export function read_address(hash: string): Address {
  const [, kind, name] = /^#(room|level)=(.+)$/.exec(hash) ?? [];
  if (kind === undefined || name === undefined) return { at: 'menu' };
  const plain = decoded(name);
  return kind === 'room' ? { at: 'room', room: plain } : { at: 'level', level: plain };
}

export function hash_of(address: Address): string {
  if (address.at === 'menu') return '';
  return address.at === 'room' ? `#room=${encodeURIComponent(address.room)}` : `#level=${encodeURIComponent(address.level)}`;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // a percent sign of its own
  }
}
