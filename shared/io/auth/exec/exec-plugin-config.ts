import { posix, win32 } from "node:path";
import { definedFields } from "../../../model/defined-fields.ts";
import { InputError } from "../../errors/errors.ts";
import {
  type ConfigSection,
  flagAt,
  readSection,
  sectionsAt,
  sectionText,
  textsAt,
} from "../../kubeconfig/config-section.ts";
import { formatUserTitle, type UserEntry } from "../../kubeconfig/entries.ts";

/** The program that a user entry names under `exec`, with its arguments and settings. */
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

/**
 * The exec plugin of `user`, checked as kubectl checks it (client-go: tools/clientcmd/validation.go, validateAuthInfo;
 * defaults in tools/clientcmd/api/v1/defaults.go).
 * @throws InputError where a field is missing or of the wrong type, or the API version is unknown.
 */
export function readExecPlugin(user: UserEntry, platform: string): ExecPlugin {
  const { section, written, apiVersion, env, interactiveMode } = validated(user);
  refuseUnknownVersion(section, apiVersion);
  const installHint = sectionText(section, "installHint");
  return {
    sharedTitle: pluginTitle(written),
    title: `${pluginTitle(written)} of ${formatUserTitle(user.name, user.file)}`,
    apiVersion,
    command: commandOf(written, user.file, platform),
    args: textsAt(section, "args"),
    env,
    provideClusterInfo: flagAt(section, "provideClusterInfo"),
    interactiveMode,
    ...definedFields({ installHint }),
  };
}

/** How messages name an exec plugin, by its command. */
function pluginTitle(command: string): string {
  return `the exec plugin ${JSON.stringify(command)}`;
}

/**
 * Refuses an invalid exec section of `user`, even where it is not used. kubectl does so too, and checks the version
 * only for TLS (client-go: tools/clientcmd/validation.go, validateAuthInfo; rest/transport.go, TransportConfig).
 * @throws InputError as {@link readExecPlugin}.
 */
export function refuseWrongExec(user: UserEntry, isOverTls: boolean): void {
  const { section, apiVersion } = validated(user);
  if (isOverTls) refuseUnknownVersion(section, apiVersion);
}

function validated(user: UserEntry) {
  const section = readSection(user.file, `exec of user "${user.name}"`, user.exec);
  const written = required(section, "command");
  const apiVersion = required(section, "apiVersion");
  const env = sectionsAt(section, "env").map(
    (each) => [required(each, "name"), sectionText(each, "value") ?? ""] as const,
  );
  return { section, written, apiVersion, env, interactiveMode: modeAt(section, apiVersion) };
}

function refuseUnknownVersion({ file, path }: ConfigSection, apiVersion: string): void {
  if (versions.includes(apiVersion)) return;
  throw new InputError(
    `${file}: ${path} is ${apiVersion}, but only ${versions.join(" and ")} are supported; update the plugin and log in again`,
  );
}

const group = "client.authentication.k8s.io";
const versions: readonly string[] = [`${group}/v1`, `${group}/v1beta1`];
const modes = ["Never", "IfAvailable", "Always"] as const;

function modeAt(section: ConfigSection, apiVersion: string): ExecPlugin["interactiveMode"] {
  const written = sectionText(section, "interactiveMode");
  // v1 has no default. v1alpha1 is refused for its version instead.
  if (written === undefined && /\/v1(alpha|beta)1$/.test(apiVersion)) return "IfAvailable";
  const mode = modes.find((each) => each === written);
  if (mode !== undefined) return mode;
  throw new InputError(`${section.file}: ${section.path}.interactiveMode must be one of ${modes.join(", ")}`);
}

// Only a command with a separator is a path. It is relative to the kubeconfig's folder (tools/clientcmd/loader.go,
// GetAuthInfoFileReferences). On Windows the separator is the backslash.
function commandOf(written: string, file: string, platform: string): string {
  const path = platform === "win32" ? win32 : posix;
  if (written.includes(path.sep)) return path.resolve(path.dirname(file), written);
  return path.normalize(written);
}

function required(section: ConfigSection, key: string): string {
  const value = sectionText(section, key);
  if (value !== undefined) return value;
  throw new InputError(`${section.file}: ${section.path} has no ${key}`);
}
