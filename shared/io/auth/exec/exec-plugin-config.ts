import { posix, win32 } from "node:path";
import { definedFields } from "../../../model/defined-fields.ts";
import { InputError } from "../../errors/errors.ts";
import { ConfigSection } from "../../kubeconfig/config-section.ts";
import { formatUserTitle, type UserEntry } from "../../kubeconfig/entries.ts";

/**
 * The program that a user entry names under `exec`, with its arguments and settings:
 *
 *     exec: {apiVersion: client.authentication.k8s.io/v1, command: aws, args: [eks, get-token], interactiveMode: Never}
 */
export interface ExecPlugin {
  /** `the exec plugin "aws" of user "dev" of /home/dev/.kube/config`: the name in errors. */
  readonly title: string;
  /** `the exec plugin "aws"`: the name in errors where several users share a run. */
  readonly sharedTitle: string;
  /** With the group `client.authentication.k8s.io`. */
  readonly apiVersion: string;
  /** A name for the PATH, or an absolute path. It has no `.`, `..` or doubled slashes. */
  readonly command: string;
  readonly args: readonly string[];
  /** Variables that override the environment of this process. The last one of a name counts. */
  readonly env: readonly (readonly [name: string, value: string])[];
  readonly provideClusterInfo: boolean;
  readonly interactiveMode: "Never" | "IfAvailable" | "Always";
  /** How to install a missing program, as its vendor wrote it. */
  readonly installHint?: string;
}

const apiGroup = "client.authentication.k8s.io";
const supportedVersions: readonly string[] = [`${apiGroup}/v1`, `${apiGroup}/v1beta1`];
const interactiveModes = ["Never", "IfAvailable", "Always"] as const;

/**
 * Reads the exec plugin of `user`, and checks it as kubectl does (client-go: tools/clientcmd/validation.go,
 * validateAuthInfo; defaults in tools/clientcmd/api/v1/defaults.go).
 * @throws InputError where a field is missing or of the wrong type, or the API version is unknown.
 */
export function readExecPlugin(user: UserEntry, platform: string): ExecPlugin {
  const fields = readExecFields(user);
  const { section, command, apiVersion, env, interactiveMode } = fields;
  assertSupportedVersion(fields);
  const sharedTitle = `the exec plugin ${JSON.stringify(command)}`;
  return {
    sharedTitle,
    title: `${sharedTitle} of ${formatUserTitle(user)}`,
    apiVersion,
    command: resolveCommandPath(command, user.file, platform),
    args: section.texts("args"),
    env,
    provideClusterInfo: section.flag("provideClusterInfo"),
    interactiveMode,
    ...definedFields({ installHint: section.text("installHint") }),
  };
}

/**
 * Refuses an invalid exec section of `user`, even where it is not used. kubectl does so too, and checks the version
 * only for TLS (client-go: tools/clientcmd/validation.go, validateAuthInfo; rest/transport.go, TransportConfig).
 * @throws InputError as {@link readExecPlugin}.
 */
export function refuseWrongExec(user: UserEntry, isOverTls: boolean): void {
  const fields = readExecFields(user);
  if (isOverTls) assertSupportedVersion(fields);
}

/** The fields of an exec section that kubectl requires or checks. */
interface ExecFields extends Pick<ExecPlugin, "apiVersion" | "env" | "interactiveMode"> {
  readonly section: ConfigSection;
  /** As written in the kubeconfig. */
  readonly command: string;
}

function readExecFields(user: UserEntry): ExecFields {
  const section = new ConfigSection(user.file, `exec of user "${user.name}"`, user.exec);
  const command = section.requiredText("command");
  const apiVersion = section.requiredText("apiVersion");
  const env = section
    .sections("env")
    .map((variable) => [variable.requiredText("name"), variable.text("value") ?? ""] as const);
  return { section, command, apiVersion, env, interactiveMode: readInteractiveMode(section, apiVersion) };
}

function readInteractiveMode(section: ConfigSection, apiVersion: string): ExecPlugin["interactiveMode"] {
  const value = section.text("interactiveMode");
  // v1 has no default. v1alpha1 is refused for its version instead.
  if (value === undefined && /\/v1(alpha|beta)1$/.test(apiVersion)) return "IfAvailable";
  const mode = interactiveModes.find((candidate) => candidate === value);
  if (mode !== undefined) return mode;
  throw new InputError(
    `${section.file}: ${section.path}.interactiveMode must be one of ${interactiveModes.join(", ")}`,
  );
}

function assertSupportedVersion({ section, apiVersion }: ExecFields): void {
  if (supportedVersions.includes(apiVersion)) return;
  throw new InputError(
    `${section.file}: ${section.path} is ${apiVersion}, but only ${supportedVersions.join(" and ")} are supported; update the plugin and log in again`,
  );
}

/**
 * A command with a separator is a path from the folder of the kubeconfig (tools/clientcmd/loader.go,
 * GetAuthInfoFileReferences). On Windows the separator is the backslash. Any other command stays a name for the PATH.
 */
function resolveCommandPath(command: string, kubeconfigFile: string, platform: string): string {
  const path = platform === "win32" ? win32 : posix;
  if (command.includes(path.sep)) return path.resolve(path.dirname(kubeconfigFile), command);
  return path.normalize(command);
}
