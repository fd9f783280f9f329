import { promisify } from "node:util";
import { type Incoming, type Outgoing, tooLarge } from "./channel.ts";

/** What the server said; the header names are in lower case. */
export interface Answer {
  readonly status: number;
  readonly headers: Incoming["headers"];
  readonly body: string;
  /** Why `body` is not the whole of it. */
  readonly flaw?: string;
  /** With a flaw: nothing was heard of the server for so many milliseconds. */
  readonly silentFor?: number;
  /** `text` of this answer, without the credentials that we sent: whatever people get to see goes through it. */
  readonly conceal: (text: string) => string;
}

/** What came, unpacked: at most `limit` bytes of it. */
export async function readAnswer(incoming: Incoming, sent: Outgoing["headers"], limit: number): Promise<Answer> {
  return { ...(await answerOf(incoming, limit)), conceal: concealing(sent) };
}

/** Proxies echo what they were sent; a refusal ends up in reports, so our own proof must not stand in it. */
function concealing(headers: Outgoing["headers"]): (text: string) => string {
  const proofs = [headers["authorization"], headers["proxy-authorization"]].flat();
  const forms = proofs.filter((proof) => proof !== undefined).flatMap(formsOf);
  // The longest first: one may begin with another.
  const secrets = [...new Set(forms)].toSorted((a, b) => b.length - a.length);
  return (text) => secrets.reduce((rest, secret) => (secret === "" ? rest : rest.replaceAll(secret, "…")), text);
}

// As it is in the header, which has a character for each byte; as people write it; with a password in the clear; in JSON.
function formsOf(proof: string): readonly string[] {
  const secret = Buffer.from(proof.replace(/^\S+ /, ""), "latin1").toString();
  const [, password = ""] = /^Basic /i.test(proof)
    ? (/:(.*)$/s.exec(Buffer.from(secret, "base64").toString()) ?? [])
    : [];
  const forms = [proof.replace(/^\S+ /, ""), secret, password];
  return [...forms, ...forms.map((form) => JSON.stringify(form).slice(1, -1))];
}

async function answerOf(incoming: Incoming, limit: number): Promise<Omit<Answer, "conceal">> {
  const { status, headers, body, flaw } = incoming;
  if (flaw !== undefined) return { ...incoming, body: "" };
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
