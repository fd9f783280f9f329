import { definedFields } from "../../../model/defined-fields.ts";
import { parseJson, toRecord } from "../../../parse/json-value.ts";
import { ConnectionError, InputError } from "../../errors/errors.ts";
import { readSection, sectionAt, sectionText } from "../../kubeconfig/config-section.ts";
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
 * The credential in the output of a plugin, JSON or YAML, by client-go's rules (plugin/pkg/client/auth/exec/exec.go,
 * refreshCredsLocked).
 * @throws ConnectionError where there is none; the output itself is never shown.
 */
export async function parseExecCredential(printed: string, plugin: ExecPlugin): Promise<ExecCredential> {
  try {
    return credentialIn(await documentIn(printed, plugin), plugin);
  } catch (error) {
    if (error instanceof InputError) throw new ConnectionError(error.message, { reason: "credentials", cause: error });
    throw error;
  }
}

async function documentIn(printed: string, plugin: ExecPlugin): Promise<unknown> {
  const value = parseJson(printed) ?? (await yamlIn(printed, plugin));
  if (toRecord(value) !== undefined) return value;
  throw new InputError(
    `${plugin.title} printed no credential: it must print one ExecCredential in JSON and nothing else`,
  );
}

// The YAML parser is loaded on demand. kubectl accepts YAML, but hardly any plugin prints it.
async function yamlIn(printed: string, plugin: ExecPlugin): Promise<unknown> {
  const { readDocuments } = await import("../../../parse/documents/split-documents.ts");
  const { documents, faults } = readDocuments(printed, plugin.title);
  return documents.length === 1 && faults.length === 0 ? documents[0]?.value : undefined;
}

function credentialIn(value: unknown, plugin: ExecPlugin): ExecCredential {
  const response = readSection(`the output of ${plugin.title}`, "", value);
  if (sectionText(response, "kind") !== "ExecCredential") {
    throw new InputError(`${response.file} must be of kind ExecCredential`);
  }
  if (sectionText(response, "apiVersion") !== plugin.apiVersion) {
    throw new InputError(
      `${response.file} has a version other than ${plugin.apiVersion}, which the kubeconfig requires`,
    );
  }
  const status = sectionAt(response, "status");
  if (status === undefined) throw new InputError(`${response.file} has no status; are you logged in?`);
  const token = sectionText(status, "token");
  const cert = sectionText(status, "clientCertificateData");
  const key = sectionText(status, "clientKeyData");
  if (token === undefined && cert === undefined && key === undefined) {
    throw new InputError(`${response.file} has neither a token nor a certificate; are you logged in?`);
  }
  if ((cert === undefined) !== (key === undefined)) {
    throw new InputError(`${response.file} has only one of certificate and key; both are required`);
  }
  const validUntilMs = timeOf(status.fields["expirationTimestamp"], response.file);
  return {
    ...(token !== undefined && { token: assertSendable(token, plugin.title) }),
    ...(cert !== undefined && key !== undefined && { pair: { cert, key } }),
    ...definedFields({ validUntilMs }),
  };
}

function timeOf(value: unknown, file: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  const isStamp = typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value);
  const milliseconds = isStamp ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(milliseconds)) throw new InputError(`${file}: status.expirationTimestamp is not an RFC 3339 time`);
  return milliseconds;
}
