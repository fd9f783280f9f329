import { posix, win32 } from "node:path";
import { InputError } from "./errors.ts";
import type { UserEntry } from "./kubeconfig-entries.ts";
import { flagAt, type Section, sectionOf, sectionsAt, textAt, textsAt } from "./section.ts";

/** The program that a user entry names under `exec`, with what it wants to be given. */
export interface ExecPlugin {
  /** `the exec plugin "aws" of user "dev" of /home/dev/.kube/config`: what errors call it. */
  readonly title: string;
  /** `the exec plugin "aws"`: what errors call it where several users share a run. */
  readonly sharedTitle: string;
  /** With the group `client.authentication.k8s.io`. */
  readonly apiVersion: string;
  /** A name for the PATH, or an absolute path; without `.`, `..` and doubled slashes. */
  readonly command: string;
  readonly args: readonly string[];
  /** Over our own environment; the last of a name counts. */
  readonly env: readonly (readonly [name: string, value: string])[];
  readonly provideClusterInfo: boolean;
  readonly interactiveMode: "Never" | "IfAvailable" | "Always";
  /** What to install where the program is missing, as its vendor wrote it. */
  readonly installHint?: string;
}

/**
 * The exec plugin of `user`, checked as kubectl checks it (client-go: tools/clientcmd/validation.go, validateAuthInfo;
 * defaults in tools/clientcmd/api/v1/defaults.go).
 * @throws InputError where a field is missing, of the wrong type, or asks for a version that is gone.
 */
export function execPluginOf(user: UserEntry, platform: string): ExecPlugin {
  const { section, written, apiVersion, env, interactiveMode } = validated(user);
  refuseUnknownVersion(section, apiVersion);
  const installHint = textAt(section, "installHint");
  return {
    sharedTitle: `the exec plugin ${JSON.stringify(written)}`,
    title: `the exec plugin ${JSON.stringify(written)} of user "${user.name}" of ${user.file}`,
    apiVersion,
    command: commandOf(written, user.file, platform),
    args: textsAt(section, "args"),
    env,
    provideClusterInfo: flagAt(section, "provideClusterInfo"),
    interactiveMode,
    ...(installHint !== undefined && { installHint }),
  };
}

/**
 * Looks at the exec section of `user` though nobody may need it: so does kubectl, and only over TLS at its version
 * (client-go: tools/clientcmd/validation.go, validateAuthInfo; rest/transport.go, TransportConfig).
 * @throws InputError as {@link execPluginOf}.
 */
export function refuseWrongExec(user: UserEntry, isOverTls: boolean): void {
  const { section, apiVersion } = validated(user);
  if (isOverTls) refuseUnknownVersion(section, apiVersion);
}

function validated(user: UserEntry) {
  const section = sectionOf(user.file, `exec of user "${user.name}"`, user.exec);
  const [written, apiVersion] = [required(section, "command"), required(section, "apiVersion")];
  const env = sectionsAt(section, "env").map((each) => [required(each, "name"), textAt(each, "value") ?? ""] as const);
  return { section, written, apiVersion, env, interactiveMode: modeAt(section, apiVersion) };
}

function refuseUnknownVersion({ file, path }: Section, apiVersion: string): void {
  if (versions.includes(apiVersion)) return;
  throw new InputError(
    `${file}: ${path} is written for ${apiVersion}, and kubectl knows ${versions.join(" and ")} only; renew the plugin and log in again`,
  );
}

const group = "client.authentication.k8s.io";
const versions: readonly string[] = [`${group}/v1`, `${group}/v1beta1`];
const modes = ["Never", "IfAvailable", "Always"] as const;

function modeAt(section: Section, apiVersion: string): ExecPlugin["interactiveMode"] {
  const written = textAt(section, "interactiveMode");
  // v1 has no default; v1alpha1 is refused for its version, not for this.
  if (written === undefined && /\/v1(alpha|beta)1$/.test(apiVersion)) return "IfAvailable";
  const mode = modes.find((each) => each === written);
  if (mode !== undefined) return mode;
  throw new InputError(`${section.file}: ${section.path}.interactiveMode must be one of ${modes.join(", ")}`);
}

// Only a command with a separator is a path, and counts from the kubeconfig's folder (tools/clientcmd/loader.go,
// GetAuthInfoFileReferences); on Windows that is the backslash.
function commandOf(written: string, file: string, platform: string): string {
  const path = platform === "win32" ? win32 : posix;
  if (written.includes(path.sep)) return path.resolve(path.dirname(file), written);
  return path.normalize(written);
}

function required(section: Section, key: string): string {
  const value = textAt(section, key);
  if (value !== undefined) return value;
  throw new InputError(`${section.file}: ${section.path} has no ${key}`);
}
