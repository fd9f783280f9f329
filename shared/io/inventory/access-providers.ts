import { resolve } from "node:path";
import { InputError } from "../errors/errors.ts";
import { readText } from "../files/read-input.ts";
import { ConfigSection } from "../kubeconfig/config-section.ts";

/** A program that returns credentials for the clusters of one access provider. */
export interface AccessProvider {
  readonly name: string;
  /** The section `execConfig`, as a kubeconfig has it under `exec`. */
  readonly exec: Readonly<Record<string, unknown>>;
  /** Whether arguments of a ClusterProfile are added. */
  readonly argumentsPolicy: (typeof argumentsPolicies)[number];
  /** Whether variables of a ClusterProfile are added, and which of two with one name counts. */
  readonly variablesPolicy: (typeof variablesPolicies)[number];
}

/** The providers of a file, in its order: the first that a ClusterProfile has is used. */
export interface AccessProviders {
  readonly file: string;
  readonly providers: readonly AccessProvider[];
}

const argumentsPolicies = ["Ignore", "Append"] as const;
const variablesPolicies = ["Ignore", "AppendIfNotExists", "Replace"] as const;

/** The most that is read of a provider file, in bytes. */
const maxBytes = 1_000_000;

/**
 * The providers of a file that other tools read as `--clusterprofile-provider-file` (KEP-5339;
 * cluster-inventory-api, pkg/access/config.go).
 * @throws InputError where the file cannot be read, is no JSON, or has a field of the wrong type.
 */
export async function readAccessProviders(path: string, cwd: string): Promise<AccessProviders> {
  const file = resolve(cwd, path);
  const input = await readText(file, maxBytes);
  if (input.refusal !== undefined)
    throw new InputError(`cannot read --inventory-providers ${path}: ${input.refusal}`, { cause: input.error });
  const top = new ConfigSection(file, "", parseProviderFile(input.text, path));
  return { file, providers: top.sections("providers").map(readProvider) };
}

function parseProviderFile(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InputError(
      `--inventory-providers ${path} is not JSON: it requires {"providers": [{"name": ..., "execConfig": ...}]}`,
      { cause: error },
    );
  }
}

function readProvider(section: ConfigSection): AccessProvider {
  const name = section.text("name");
  const exec = section.section("execConfig");
  if (name === undefined || exec === undefined)
    throw new InputError(`${section.file}: ${section.path} requires name and execConfig`);
  return {
    name,
    exec: exec.fields,
    argumentsPolicy: readPolicy(section, "profileSourcedCLIArgsPolicy", argumentsPolicies),
    variablesPolicy: readPolicy(section, "profileSourcedEnvVarsPolicy", variablesPolicies),
  };
}

/** The policy under `key`. Absent: the first of `policies`. @throws InputError for an unknown one. */
function readPolicy<Policy extends string>(
  section: ConfigSection,
  key: string,
  policies: readonly [Policy, ...Policy[]],
): Policy {
  const value = section.text(key) ?? policies[0];
  const policy = policies.find((candidate) => candidate === value);
  if (policy !== undefined) return policy;
  throw new InputError(`${section.file}: ${section.path}.${key} is "${value}", which is not supported`);
}
