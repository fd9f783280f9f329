import { promisify } from "node:util";
import { type Incoming, type Outgoing, tooLarge } from "./channel.ts";

/** What the server said; the header names are in lower case. */
export interface Answer {
  readonly status: number;
  readonly headers: Incoming["headers"];
  readonly body: string;
  /** Why `body` is not the whole of it. */
  readonly flaw?: string;
}

/** What came, unpacked: at most `limit` bytes of it, and nothing of what we sent to prove who we are. */
export async function readAnswer(incoming: Incoming, sent: Outgoing["headers"], limit: number): Promise<Answer> {
  return withoutSecret(await answerOf(incoming, limit), sent);
}

/** Proxies echo what they were sent; a refusal ends up in reports, so our own proof must not stand in it. */
function withoutSecret(answer: Answer, headers: Outgoing["headers"]): Answer {
  if (answer.status === 200 && answer.body.startsWith("{")) return answer;
  const proofs = [headers["authorization"], headers["proxy-authorization"]].flat();
  const secrets = proofs.map((proof) => proof?.replace(/^\S+ /, "")).filter((secret) => secret !== undefined);
  return {
    ...answer,
    body: secrets.reduce((body, secret) => (secret ? body.replaceAll(secret, "…") : body), answer.body),
  };
}

async function answerOf({ status, headers, body, flaw }: Incoming, limit: number): Promise<Answer> {
  if (flaw !== undefined) return { status, headers, body: "", flaw };
  if (headers["content-encoding"] !== "gzip") return { status, headers, body: body.toString() };
  try {
    // Few answers are packed, and a server on this machine packs none.
    const { gunzip } = await import("node:zlib");
    return { status, headers, body: (await promisify(gunzip)(body, { maxOutputLength: limit })).toString() };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const unpacked = code === "ERR_BUFFER_TOO_LARGE" ? tooLarge(limit) : `the answer cannot be unpacked (${code})`;
    return { status, headers, body: "", flaw: unpacked };
  }
}
