import { definedFields } from "../../../model/defined-fields.ts";
import { parseJson, toRecord } from "../../../parse/json-value.ts";
import { ConnectionError, InputError } from "../../errors/errors.ts";
import { ConfigSection } from "../../kubeconfig/config-section.ts";
import type { KeyPair } from "../../socket/tls.ts";
import { assertSendable } from "../token.ts";
import type { ExecPlugin } from "./exec-plugin-config.ts";

/** The credential that a plugin returned: a token, a certificate with its key, or both. */
export interface ExecCredential {
  readonly token?: string;
  readonly pair?: KeyPair;
  /** When it expires, in milliseconds since 1970. Absent: it does not expire. */
  readonly validUntilMs?: number;
}

/**
 * Parses the output of a plugin, JSON or YAML, by client-go's rules (plugin/pkg/client/auth/exec/exec.go,
 * refreshCredsLocked): `{"kind": "ExecCredential", "apiVersion": …, "status": {"token": "t"}}` -> `{token: "t"}`.
 * @throws ConnectionError where it has no credential. The output itself is never shown.
 */
export async function parseExecCredential(output: string, plugin: ExecPlugin): Promise<ExecCredential> {
  try {
    return readCredential(await parseDocument(output, plugin), plugin);
  } catch (error) {
    if (error instanceof InputError) throw new ConnectionError(error.message, { reason: "credentials", cause: error });
    throw error;
  }
}

async function parseDocument(output: string, plugin: ExecPlugin): Promise<unknown> {
  const value = parseJson(output) ?? (await parseYaml(output, plugin));
  if (toRecord(value) !== undefined) return value;
  throw new InputError(
    `${plugin.title} printed no credential: it must print one ExecCredential in JSON and nothing else`,
  );
}

/**
 * The only document of a YAML text. The parser is loaded on demand: kubectl accepts YAML, but hardly any plugin prints
 * it.
 */
async function parseYaml(output: string, plugin: ExecPlugin): Promise<unknown> {
  const { readDocuments } = await import("../../../parse/documents/split-documents.ts");
  const { documents, faults } = readDocuments(output, plugin.title);
  return documents.length === 1 && faults.length === 0 ? documents[0]?.value : undefined;
}

function readCredential(document: unknown, plugin: ExecPlugin): ExecCredential {
  const response = new ConfigSection(`the output of ${plugin.title}`, "", document);
  const { file } = response;
  // A missing kind is that of the decoder's target (apimachinery, runtime/serializer/json/json.go, gvkWithDefaults).
  const kind = response.text("kind") ?? "ExecCredential";
  if (kind !== "ExecCredential") throw new InputError(`${file} must be of kind ExecCredential`);
  if (response.text("apiVersion") !== plugin.apiVersion) {
    throw new InputError(`${file} has a version other than ${plugin.apiVersion}, which the kubeconfig requires`);
  }
  const status = response.section("status");
  if (status === undefined) throw new InputError(`${file} has no status; are you logged in?`);
  const token = status.text("token");
  const pair = readKeyPair(status);
  if (token === undefined && pair === undefined) {
    throw new InputError(`${file} has neither a token nor a certificate; are you logged in?`);
  }
  const validUntilMs = readExpirationMs(status);
  const sendableToken = token === undefined ? undefined : assertSendable(token, plugin.title);
  return definedFields({ token: sendableToken, pair, validUntilMs });
}

/** Undefined without a certificate. @throws InputError where certificate or key is missing. */
function readKeyPair(status: ConfigSection): KeyPair | undefined {
  const cert = status.text("clientCertificateData");
  const key = status.text("clientKeyData");
  if (cert !== undefined && key !== undefined) return { cert, key };
  if (cert === undefined && key === undefined) return undefined;
  throw new InputError(`${status.file} has only one of certificate and key; both are required`);
}

/** Undefined without an expiration. @throws InputError where it is no RFC 3339 time. */
function readExpirationMs(status: ConfigSection): number | undefined {
  const stamp = status.value("expirationTimestamp");
  if (stamp === undefined) return undefined;
  const isStamp = typeof stamp === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(stamp);
  const milliseconds = isStamp ? Date.parse(stamp) : Number.NaN;
  if (Number.isNaN(milliseconds))
    throw new InputError(`${status.file}: status.expirationTimestamp is not an RFC 3339 time`);
  return milliseconds;
}
