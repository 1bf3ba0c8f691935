/** Writes small ZIP archives of text files (PKWARE's APPNOTE 6.3.10, method 8). */

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

function crc32(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = (rest >>> 8) ^ table[(rest ^ byte) & 0xff];
  return ~rest >>> 0;
}

async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Encodes little-endian numbers, each with its width in bytes. */
function numbers(...fields: [value: number, bytes: 2 | 4][]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [, bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [value, bytes] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

export async function zip(files: [name: string, text: string][]): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const [name, text] of files) {
    const bytes = new TextEncoder().encode(text);
    const packed = await deflated(bytes);
    const encodedName = new TextEncoder().encode(name);
    // Version 2.0, UTF-8 names, deflated, the earliest date ZIP can express.
    const common = numbers(
      [20, 2], [0x0800, 2], [8, 2], [0, 2], [0x21, 2],
      [crc32(bytes), 4], [packed.length, 4], [bytes.length, 4], [encodedName.length, 2], [0, 2],
    );
    const header = [numbers([0x04034b50, 4]), common, encodedName, packed];
    parts.push(...header);
    directory.push(
      numbers([0x02014b50, 4], [20, 2]), common,
      numbers([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]), encodedName,
    );
    offset += header.reduce((sum, part) => sum + part.length, 0);
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const count = files.length;
  const end = numbers([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [offset, 4], [0, 2]);
  return new Blob([...parts, ...directory, end], { type: 'application/zip' });
}
