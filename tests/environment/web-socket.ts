/** Text messages over an upgraded connection (RFC 6455): what the tests' instance and visitors exchange. */
import { createHash, randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';

/** From RFC 6455: what a server adds to the client's key. */
const HANDSHAKE_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const TEXT = 1;
const CLOSE = 8;
const FINAL = 0x80;
const MASKED = 0x80;

export const acceptOf = (key: string): string =>
  createHash('sha1').update(`${key}${HANDSHAKE_GUID}`).digest('base64');

function xor(payload: Buffer, mask: Buffer): Buffer {
  return payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0)) as Buffer;
}

function lengthOf(bytes: number): Buffer {
  if (bytes < 126) return Buffer.from([bytes]);
  const isLong = bytes > 0xffff;
  const length = Buffer.alloc(isLong ? 9 : 3);
  length[0] = isLong ? 127 : 126;
  if (isLong) length.writeBigUInt64BE(BigInt(bytes), 1);
  else length.writeUInt16BE(bytes, 1);
  return length;
}

/** A client must mask what it sends, a server must not. */
function frame(text: string, isClient: boolean): Buffer {
  const payload = Buffer.from(text);
  const length = lengthOf(payload.length);
  if (!isClient) return Buffer.concat([Buffer.from([FINAL | TEXT]), length, payload]);
  const mask = randomBytes(4);
  length[0] = (length[0] ?? 0) | MASKED;
  return Buffer.concat([Buffer.from([FINAL | TEXT]), length, mask, xor(payload, mask)]);
}

interface Frame {
  readonly opcode: number;
  readonly isFinal: boolean;
  readonly payload: Buffer;
  /** Bytes of the whole frame. */
  readonly size: number;
}

/** The first frame of the bytes; `null` while it is incomplete. */
function readFrame(bytes: Buffer): Frame | null {
  const [first = 0, second = 0] = bytes;
  const short = second & 0x7f;
  const lengthBytes = { 126: 2, 127: 8 }[short] ?? 0;
  const maskBytes = second & MASKED ? 4 : 0;
  const start = 2 + lengthBytes + maskBytes;
  if (bytes.length < start) return null;
  const length =
    lengthBytes === 0 ? short : lengthBytes === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  if (bytes.length < start + length) return null;
  const payload = bytes.subarray(start, start + length);
  return {
    opcode: first & 0x0f,
    isFinal: (first & FINAL) !== 0,
    payload: maskBytes === 0 ? payload : xor(payload, bytes.subarray(2 + lengthBytes, start)),
    size: start + length,
  };
}

/**
 * Exchanges text messages over a connection whose upgrade is done.
 * @param head Bytes that arrived with the upgrade.
 * @returns A function that sends a text.
 */
export function exchangeTexts(
  stream: Duplex,
  { isClient, head, onText }: { isClient: boolean; head: Buffer; onText: (text: string) => void },
): (text: string) => void {
  let unread: Buffer = Buffer.alloc(0);
  let parts: Buffer[] = [];
  const take = (bytes: Buffer): void => {
    unread = Buffer.concat([unread, bytes]);
    for (let next = readFrame(unread); next !== null; next = readFrame(unread)) {
      unread = unread.subarray(next.size);
      if (next.opcode === CLOSE) {
        stream.end();
        return;
      }
      if (next.opcode > TEXT) continue;
      parts.push(next.payload);
      if (!next.isFinal) continue;
      const text = Buffer.concat(parts).toString();
      parts = [];
      onText(text);
    }
  };
  if (head.length > 0) stream.unshift(head);
  stream.on('data', take);
  return (text) => {
    if (stream.writable) stream.write(frame(text, isClient));
  };
}
