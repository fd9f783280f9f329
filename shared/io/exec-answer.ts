import { record } from "../parse/value.ts";
import { ConnectionError, InputError } from "./errors.ts";
import type { ExecPlugin } from "./exec-plugin.ts";
import { sectionAt, sectionOf, textAt } from "./section.ts";
import type { Pair } from "./tls-material.ts";
import { sendable } from "./token.ts";

/** What a plugin answered: a token, a certificate with its key, or both. */
export interface ExecAnswer {
  readonly token?: string;
  readonly pair?: Pair;
  /** Milliseconds since 1970; absent: it does not end. */
  readonly until?: number;
}

/**
 * The credential in what a plugin printed, JSON or YAML, by client-go's rules (plugin/pkg/client/auth/exec/exec.go,
 * refreshCredsLocked).
 * @throws ConnectionError where there is none; the text itself is never shown.
 */
export async function execAnswerOf(printed: string, plugin: ExecPlugin): Promise<ExecAnswer> {
  try {
    return answerIn(await documentIn(printed, plugin), plugin);
  } catch (error) {
    if (error instanceof InputError) throw new ConnectionError(error.message, { reason: "credentials", cause: error });
    throw error;
  }
}

async function documentIn(printed: string, plugin: ExecPlugin): Promise<unknown> {
  const value = jsonIn(printed) ?? (await yamlIn(printed, plugin));
  if (record(value) !== undefined) return value;
  throw new InputError(
    `${plugin.title} printed no credential: it must print one ExecCredential in JSON and nothing else`,
  );
}

// The complaint of the parser would quote what was printed.
function jsonIn(printed: string): unknown {
  try {
    return JSON.parse(printed);
  } catch {
    return undefined;
  }
}

// Hardly any plugin prints YAML, though kubectl reads it, and its parser takes longer to load than all of this.
async function yamlIn(printed: string, plugin: ExecPlugin): Promise<unknown> {
  const { documentsOf } = await import("../parse/documents.ts");
  const { documents, damage } = documentsOf(printed, plugin.title);
  return documents.length === 1 && damage.length === 0 ? documents[0]?.value : undefined;
}

function answerIn(value: unknown, plugin: ExecPlugin): ExecAnswer {
  const answer = sectionOf(`the answer of ${plugin.title}`, "", value);
  const [apiVersion, kind] = [textAt(answer, "apiVersion"), textAt(answer, "kind")];
  if (kind !== "ExecCredential") throw new InputError(`${answer.file} must be of kind ExecCredential`);
  if (apiVersion !== plugin.apiVersion) {
    throw new InputError(
      `${answer.file} is in another version than ${plugin.apiVersion}, which the kubeconfig asks for`,
    );
  }
  const status = sectionAt(answer, "status");
  if (status === undefined) throw new InputError(`${answer.file} has no status; is somebody logged in?`);
  const [token, cert, key] = ["token", "clientCertificateData", "clientKeyData"].map((name) => textAt(status, name));
  if (token === undefined && cert === undefined && key === undefined) {
    throw new InputError(`${answer.file} holds neither token nor certificate; is somebody logged in?`);
  }
  if ((cert === undefined) !== (key === undefined)) {
    throw new InputError(`${answer.file} holds only one of certificate and key; both are needed`);
  }
  const until = timeOf(status.fields["expirationTimestamp"], answer.file);
  return {
    ...(token !== undefined && { token: sendable(token, plugin.title) }),
    ...(cert !== undefined && key !== undefined && { pair: { cert, key } }),
    ...(until !== undefined && { until }),
  };
}

function timeOf(value: unknown, file: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  const isStamp = typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value);
  const milliseconds = isStamp ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(milliseconds)) throw new InputError(`${file}: status.expirationTimestamp is no time in RFC 3339`);
  return milliseconds;
}
