import type { IncomingResponse, OutgoingRequest, ResponseBody } from "../transport/channel.ts";
import { createBodyCollector } from "../transport/response-body.ts";

/** The response of the server, unpacked. Header names are in lower case. */
export interface ServerResponse {
  readonly status: number;
  readonly headers: IncomingResponse["headers"];
  readonly body: string;
  /** Why `body` is incomplete. */
  readonly flaw?: string;
  /** Whether the flaw is that the body exceeded a limit. */
  readonly isLarge?: true;
  /** The milliseconds for which the server sent nothing, where that is the flaw. */
  readonly silentForMs?: number;
  /** `text` of this response without the credentials that were sent. All text that users see goes through it. */
  readonly conceal: (text: string) => string;
}

/** How many bytes an unpacked body may have: the same limits as for the body that was sent. */
type BodyRoom = Pick<OutgoingRequest, "limit" | "budget">;

/** The response in `incoming`. Its body is unpacked to at most what `room` allows. */
export async function readResponse(
  incoming: IncomingResponse,
  sent: OutgoingRequest["headers"],
  room: BodyRoom,
): Promise<ServerResponse> {
  return { ...(await unpackResponse(incoming, room)), conceal: createConcealer(sent) };
}

/**
 * Returns a function that replaces the credentials in `headers` by `…`. Proxies echo request headers, and an error
 * response ends up in reports.
 */
function createConcealer(headers: OutgoingRequest["headers"]): (text: string) => string {
  const credentials = [headers["authorization"], headers["proxy-authorization"]].flat();
  const forms = credentials.flatMap((credential) => (credential === undefined ? [] : listSecretForms(credential)));
  // The longest is replaced first, because one secret may begin with another.
  const secrets = [...new Set(forms)].filter((form) => form !== "").toSorted((a, b) => b.length - a.length);
  return (text) => secrets.reduce((concealed, secret) => concealed.replaceAll(secret, "…"), text);
}

/**
 * The forms in which the credential of a header can occur in a text:
 * - as in the header (one character for each byte),
 * - decoded from UTF-8,
 * - of Basic, the plain password,
 * - each of these as JSON escapes it.
 */
function listSecretForms(header: string): readonly string[] {
  const credential = header.replace(/^\S+ /, "");
  const decoded = Buffer.from(credential, "latin1").toString();
  const forms = [credential, decoded];
  if (/^Basic /i.test(header)) forms.push(readBasicPassword(decoded));
  return [...forms, ...forms.map((form) => JSON.stringify(form).slice(1, -1))];
}

/** `bWU6c2VjcmV0` (`me:secret`) -> `secret`. Empty where there is no colon. */
function readBasicPassword(credential: string): string {
  const userInfo = Buffer.from(credential, "base64").toString();
  const colon = userInfo.indexOf(":");
  return colon < 0 ? "" : userInfo.slice(colon + 1);
}

async function unpackResponse(incoming: IncomingResponse, room: BodyRoom): Promise<Omit<ServerResponse, "conceal">> {
  const { status, headers, body, flaw } = incoming;
  if (flaw !== undefined) return { ...incoming, body: "" };
  if (headers["content-encoding"] !== "gzip") return { status, headers, body: body.toString() };
  const unpacked = await unpack(body, room);
  return { status, headers, ...unpacked, body: unpacked.body.toString() };
}

/** Unpacks in pieces, because a small body may unpack to a thousand times its size. */
async function unpack(packed: Buffer, room: BodyRoom): Promise<ResponseBody> {
  const collector = createBodyCollector(room);
  // zlib is loaded on demand: few responses are packed, and none of a server on this machine.
  const { createGunzip } = await import("node:zlib");
  const unpacking = createGunzip();
  try {
    unpacking.end(packed);
    for await (const chunk of unpacking as AsyncIterable<Buffer>) if (!collector.add(chunk)) break;
    return collector.finish({ isComplete: true });
  } catch (error) {
    collector.finish({ isComplete: false });
    return {
      body: Buffer.alloc(0),
      flaw: `the response cannot be decompressed (${(error as NodeJS.ErrnoException).code})`,
    };
  }
}
