import type { IncomingResponse, OutgoingRequest, ResponseBody } from "../transport/channel.ts";
import { createBodyCollector } from "../transport/response-body.ts";

/** The response of the server, unpacked. Header names are in lower case. */
export interface ServerResponse {
  readonly status: number;
  readonly headers: IncomingResponse["headers"];
  readonly body: string;
  /** Why `body` is incomplete. */
  readonly flaw?: string;
  /** With a flaw: the body was larger than there was room for. */
  readonly isLarge?: true;
  /** With a flaw: the milliseconds for which the server sent nothing. */
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
  return { ...(await unpackedResponse(incoming, room)), conceal: concealerOf(sent) };
}

/**
 * Returns a function that replaces the credentials in `headers` by `…`. Proxies echo request headers, and an error
 * response ends up in reports.
 */
function concealerOf(headers: OutgoingRequest["headers"]): (text: string) => string {
  const credentials = [headers["authorization"], headers["proxy-authorization"]].flat();
  const forms = credentials.filter((credential) => credential !== undefined).flatMap(secretForms);
  // The longest is replaced first, because one secret may begin with another.
  const secrets = [...new Set(forms)].toSorted((a, b) => b.length - a.length);
  return (text) => secrets.reduce((rest, secret) => (secret === "" ? rest : rest.replaceAll(secret, "…")), text);
}

// The forms in which a credential can occur: as in the header (one character for each byte), and decoded from UTF-8.
// Also the plain password of Basic, and each of these as JSON escapes it.
function secretForms(header: string): readonly string[] {
  const inHeader = header.replace(/^\S+ /, "");
  const secret = Buffer.from(inHeader, "latin1").toString();
  const isBasic = /^Basic /i.test(header);
  const [, password = ""] = /:(.*)$/s.exec(isBasic ? Buffer.from(secret, "base64").toString() : "") ?? [];
  const forms = [inHeader, secret, password];
  return [...forms, ...forms.map((form) => JSON.stringify(form).slice(1, -1))];
}

async function unpackedResponse(incoming: IncomingResponse, room: BodyRoom): Promise<Omit<ServerResponse, "conceal">> {
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
