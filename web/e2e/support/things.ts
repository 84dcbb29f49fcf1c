// The smallest files that are what they claim to be: a GLB of one box and a grey PNG.

import { deflateSync } from 'node:zlib';

/// A box on the ground, z up under a root that turns it, as the server writes them.
export function box_glb(length: number, width: number, height: number): Uint8Array {
  const [x, y] = [length / 2, width / 2];
  const faces: [number[], number[][]][] = [
    [[0, 0, 1], [[-x, -y, height], [x, -y, height], [x, y, height], [-x, y, height]]],
    [[0, -1, 0], [[-x, -y, 0], [x, -y, 0], [x, -y, height], [-x, -y, height]]],
    [[0, 1, 0], [[x, y, 0], [-x, y, 0], [-x, y, height], [x, y, height]]],
    [[1, 0, 0], [[x, -y, 0], [x, y, 0], [x, y, height], [x, -y, height]]],
    [[-1, 0, 0], [[-x, y, 0], [-x, -y, 0], [-x, -y, height], [-x, y, height]]],
  ];
  const positions = Float32Array.from(faces.flatMap(([, corners]) => corners.flat()));
  const normals = Float32Array.from(faces.flatMap(([normal]) => [normal, normal, normal, normal].flat()));
  const indices = Uint32Array.from(faces.flatMap((_, i) => [0, 1, 2, 0, 2, 3].map((k) => 4 * i + k)));
  const bytes = Buffer.concat([positions, normals, indices].map((part) => Buffer.from(part.buffer)));
  const half = Math.SQRT1_2;
  const json = JSON.stringify({
    asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0] }],
    nodes: [{ name: 'scene', rotation: [-half, 0, 0, half], children: [1] }, { name: 'vehicle-1-body', mesh: 0, translation: [0, 0, height > 0.15 ? 0 : -height] }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, NORMAL: 1 }, indices: 2, material: 0 }] }],
    materials: [{ name: 'paint', pbrMetallicRoughness: { baseColorFactor: [0.3, 0.32, 0.35, 1] } }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 20, type: 'VEC3', min: [-x, -y, 0], max: [x, y, height] },
      { bufferView: 1, componentType: 5126, count: 20, type: 'VEC3' },
      { bufferView: 2, componentType: 5125, count: 30, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: 240 }, { buffer: 0, byteOffset: 240, byteLength: 240 }, { buffer: 0, byteOffset: 480, byteLength: 120 },
    ],
    buffers: [{ byteLength: bytes.length }],
  });
  const text = Buffer.from(json + ' '.repeat((4 - (json.length % 4)) % 4));
  const head = Buffer.alloc(20);
  [0x46546c67, 2, 28 + text.length + bytes.length, text.length, 0x4e4f534a].forEach((word, i) => head.writeUInt32LE(word, 4 * i));
  const bin = Buffer.alloc(8);
  bin.writeUInt32LE(bytes.length, 0);
  bin.writeUInt32LE(0x004e4942, 4);
  return Buffer.concat([head, text, bin, bytes]);
}

export function grey_png(width: number, height: number, value: (x: number, y: number) => number): Uint8Array {
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; ++y) for (let x = 0; x < width; ++x) rows[y * (width + 1) + 1 + x] = value(x, y) & 255;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc(body), body.length + 4);
  return whole;
}

function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; ++bit) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}
