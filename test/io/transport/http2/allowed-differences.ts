import { FrameReader, frameFlags, frameTypes, type Http2Frame } from "../../../../shared/io/transport/http2/frames.ts";
import { decodeFields } from "../../../../shared/io/transport/http2/hpack.ts";
import type { HeaderField } from "../../../../shared/io/transport/http2/static-table.ts";

/** Who has a whole response where the other has an error, or both where the headers of the two differ. */
export type Taker = "ours" | "node" | "both";

/** What a script does of which the two clients make different things, and why ours is as it is. */
export interface AllowedDifference {
  readonly what: string;
  readonly taker: Taker;
  readonly reason: string;
  /** Whether a frame does it, after the others. */
  readonly does: (frame: Http2Frame, before: History) => boolean;
}

/** What the frames before one have done. */
interface History {
  /** Streams whose response has begun, with its fields, decoded as far as they can be. */
  readonly heads: ReadonlyMap<number, readonly HeaderField[]>;
  /** Bytes of body by stream. */
  readonly bytes: ReadonlyMap<number, number>;
  /** Streams that the server has ended or reset. */
  readonly over: ReadonlySet<number>;
  /** The last stream of the lowest GOAWAY. */
  readonly last: number;
  /** Acknowledgements of settings. */
  readonly acks: number;
  /** The fields of the header block that ends with this frame. */
  readonly block: readonly HeaderField[] | undefined;
  /** The first bytes of the first header block of the connection. */
  readonly first: Buffer | undefined;
}

const { goAway, reset, windowUpdate, pushPromise, data, headers } = frameTypes;

const isOf =
  (...types: readonly number[]) =>
  ({ type }: Http2Frame): boolean =>
    types.includes(type);
const number = ({ payload }: Http2Frame, at = 0): number =>
  payload.length < at + 4 ? 0 : payload.readUInt32BE(at) & 0x7fffffff;

export const allowedDifferences: readonly AllowedDifference[] = [
  {
    what: "trailers with a header that no trailer may have",
    taker: "ours",
    reason: "ours asks for no trailers and reads none",
    does: (one, { block, heads }) => block !== undefined && heads.has(one.stream) && !block.every(isAllowedTrailer),
  },
  {
    what: "a GOAWAY whose last stream is no stream of a client",
    taker: "ours",
    reason: "the number still says which requests the server has not taken; nghttp2 ends the connection",
    does: (one) => one.type === goAway && number(one) > 0 && number(one) % 2 === 0,
  },
  {
    what: "a GOAWAY with an error",
    taker: "ours",
    reason: "RFC 9113, 6.8: streams up to the last one may still complete; node:http2 destroys them",
    does: (one) => one.type === goAway && number(one, 4) !== 0,
  },
  {
    what: "a second GOAWAY with a higher last stream",
    taker: "ours",
    reason: "a fault of the server that does not touch the responses under way",
    does: (one, { last }) => one.type === goAway && number(one) > last,
  },
  {
    what: "a first header block that does not confirm the empty table",
    taker: "ours",
    reason: "RFC 7541, 4.2, asks the server for it; without a table the block means the same",
    does: (one, { first }) => one.type === headers && first === undefined && tableByte(one) !== 0x20,
  },
  {
    what: "a body before its header",
    taker: "ours",
    reason: "RFC 9113, 8.1.1: this response is malformed; nghttp2 ends the connection",
    does: (one, { heads }) => one.type === data && !heads.has(one.stream),
  },
  {
    what: "a body longer than its content-length",
    taker: "ours",
    reason: "RFC 9113, 8.1.1: this response is malformed; nghttp2 ends the connection",
    does: (one, { heads, bytes }) =>
      one.type === data && one.payload.length + (bytes.get(one.stream) ?? 0) > lengthIn(heads.get(one.stream)),
  },
  {
    what: "a window above 2^31-1",
    taker: "ours",
    reason: "the client sends no body, and counts no window for one",
    does: (one) => one.type === windowUpdate && number(one) > 2 ** 30,
  },
  {
    what: "an acknowledgement of settings that were never sent",
    taker: "ours",
    reason: "it says nothing; nghttp2 ends the connection",
    does: (one, { acks }) => isAckOfSettings(one) && acks > 0,
  },
  {
    what: "a reset without an error in the middle of a response",
    taker: "node",
    reason: "the response is cut off; node:http2 hands it out as whole",
    does: (one, { over }) => one.type === reset && number(one) === 0 && !over.has(one.stream),
  },
  {
    what: "an empty window update of a stream that is over",
    taker: "node",
    reason: "RFC 9113, 6.9, makes it an error, and 5.4.2 lets an error of a stream count for the connection",
    does: (one, { over }) => one.type === windowUpdate && over.has(one.stream) && number(one) === 0,
  },
  {
    what: "a push before the settings of the client are acknowledged",
    taker: "node",
    reason:
      "the client has disabled pushes with its first bytes, and a server has no reason to begin before it reads them",
    does: (one, { acks }) => one.type === pushPromise && acks === 0,
  },
  {
    what: "a header with an invalid name",
    taker: "node",
    reason: "RFC 9113, 8.2.1: the response is malformed; node:http2 drops the header",
    does: (_, { block }) => block?.some(([name]) => !names.test(name)) ?? false,
  },
  {
    what: "a header value that begins or ends with a blank",
    taker: "both",
    reason: "ours keeps it as Go does; node:http2 drops the header",
    does: (_, { block }) => block?.some(([, value]) => /^[ \t]|[ \t]$/.test(value)) ?? false,
  },
  {
    what: "a header of one value that comes twice",
    taker: "both",
    reason: "ours joins the values of every header; node:http2 keeps the first one of those that it knows",
    does: (_, { block }) => block !== undefined && new Set(block.map(([name]) => name)).size < block.length,
  },
];

const names = /^:?[!#$%&'*+.^_`|~0-9a-z-]+$/;

function isAllowedTrailer([name]: HeaderField): boolean {
  return names.test(name) && !/^(?:content-length|transfer-encoding|connection|keep-alive|upgrade|te)$/.test(name);
}

/** The differences that the bytes of a server give reason for. */
export function differencesIn(bytes: Buffer): readonly AllowedDifference[] {
  const found = new Set<AllowedDifference>();
  const heads = new Map<number, readonly HeaderField[]>();
  const counts = new Map<number, number>();
  const over = new Set<number>();
  let last = 2 ** 31 - 1;
  let acks = 0;
  let first: Buffer | undefined;
  let open: { readonly stream: number; readonly parts: Buffer[] } | undefined;
  for (const one of framesOf(bytes)) {
    if (one.type === headers) open = { stream: one.stream, parts: [contentOf(one)] };
    else if (one.type === frameTypes.continuation) open?.parts.push(one.payload);
    const isWhole =
      open !== undefined && isOf(headers, frameTypes.continuation)(one) && (one.flags & frameFlags.endHeaders) > 0;
    const block = isWhole && open !== undefined ? decodeIfPossible(Buffer.concat(open.parts)) : undefined;
    for (const row of allowedDifferences) {
      if (row.does(one, { heads, bytes: counts, over, last, acks, block, first })) found.add(row);
    }
    if (one.type === headers) first ??= one.payload;
    if (block !== undefined && !(block[0]?.[1] ?? "").startsWith("1"))
      heads.set(one.stream, heads.get(one.stream) ?? block);
    if (one.type === data) counts.set(one.stream, (counts.get(one.stream) ?? 0) + contentOf(one).length);
    if (one.type === goAway) last = Math.min(last, number(one));
    acks += Number(isAckOfSettings(one));
    if (one.type === reset || (isOf(data, headers)(one) && (one.flags & frameFlags.endStream) > 0))
      over.add(one.stream);
  }
  return [...found];
}

/** The frames up to the first that is longer than a frame may be. */
function framesOf(bytes: Buffer): readonly Http2Frame[] {
  const frames: Http2Frame[] = [];
  try {
    for (const frame of new FrameReader().read(bytes)) frames.push(frame);
  } catch {
    // Both clients end the connection there.
  }
  return frames;
}

function isAckOfSettings({ type, flags }: Http2Frame): boolean {
  return type === frameTypes.settings && (flags & frameFlags.ack) > 0;
}

/** The payload without padding and priority, as far as it has them. */
function contentOf({ type, flags, payload }: Http2Frame): Buffer {
  const padding = flags & frameFlags.padded ? (payload[0] ?? 0) : undefined;
  const plain = padding === undefined ? payload : payload.subarray(1, Math.max(1, payload.length - padding));
  return type === headers && flags & frameFlags.priority ? plain.subarray(5) : plain;
}

function tableByte(one: Http2Frame): number | undefined {
  return contentOf(one)[0];
}

function decodeIfPossible(block: Buffer): readonly HeaderField[] | undefined {
  try {
    return decodeFields(block);
  } catch {
    return undefined;
  }
}

function lengthIn(head: readonly HeaderField[] | undefined): number {
  const [, length] = head?.find(([name]) => name === "content-length") ?? [];
  return length === undefined ? Number.POSITIVE_INFINITY : Number(length);
}
