import { readFile } from "node:fs/promises";
import { join, posix, resolve, win32 } from "node:path";
import { InputError } from "./errors.ts";
import { refusalOf } from "./refusal.ts";
import { type Section, sectionOf, sectionsAt, textAt } from "./section.ts";
import type { Surroundings } from "./surroundings.ts";

/** Which credential plugins may run; the `commands` of an Allowlist are names for the PATH or absolute paths. */
export interface PluginPolicy {
  readonly type: "AllowAll" | "DenyAll" | "Allowlist";
  readonly commands: readonly string[];
  readonly file: string;
}

/**
 * The policy of the person's kuberc, read as kubectl 1.36 reads it (kubectl, pkg/kuberc): KUBERC names the file or is
 * `off`, KUBECTL_KUBERC=false turns it off too, else it is `~/.kube/kuberc`; undefined without one. As there, a file
 * that KUBERC names must be good, while the usual one is told about and left out where it cannot be read.
 * @throws InputError for a bad file that KUBERC names, and for a policy that contradicts itself.
 */
export async function pluginPolicyOf(from: Surroundings): Promise<PluginPolicy | undefined> {
  const { env, home, cwd, tell } = from;
  const named = env["KUBERC"];
  if (named === "off" || env["KUBECTL_KUBERC"]?.toLowerCase() === "false") return undefined;
  const usual = join(home, ".kube", "kuberc");
  const file = named ? resolve(cwd, named) : usual;
  const preference = await preferenceIn(file);
  if (preference === "absent" && !named) return undefined;
  if (typeof preference !== "object") {
    const fault = preference === "absent" ? "there is no such file" : preference;
    if (named) throw new InputError(`cannot use ${file}, which KUBERC names: ${fault}`);
    tell(`no preferences read from ${file}: ${fault}; credential plugins run as without it, as with kubectl\n`);
    return undefined;
  }
  return preference.section === undefined ? undefined : policyOf(preference.section, from.platform);
}

/** The first document of a kind and version that kubectl knows; none in an empty file; a text says what is wrong. */
async function preferenceIn(file: string): Promise<{ readonly section?: Section } | string> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? "absent" : refusalOf(error);
  }
  const { documentsOf } = await import("../parse/documents.ts");
  const { documents, damage } = documentsOf(text, file);
  for (const { value } of documents) {
    const section = usable(file, value);
    if (section !== undefined) return { section };
  }
  return documents.length + damage.length === 0
    ? {}
    : `it holds no Preference of ${group}/v1beta1 or v1alpha1 that can be read`;
}

const group = "kubectl.config.k8s.io";

// What cannot be decoded is passed over, and the next document looked at (kubectl, pkg/kuberc/marshal.go).
function usable(file: string, value: unknown): Section | undefined {
  try {
    const section = sectionOf(file, "", value);
    const version = textAt(section, "apiVersion");
    if (textAt(section, "kind") !== "Preference") return undefined;
    if (version !== `${group}/v1beta1` && version !== `${group}/v1alpha1`) return undefined;
    // v1alpha1 has no policy: its fields are unknown ones there.
    if (version === `${group}/v1alpha1`) return sectionOf(file, "", {});
    textAt(section, "credentialPluginPolicy");
    commandsIn(section);
    return section;
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

// client-go, plugin/pkg/client/auth/exec/exec.go: ValidatePluginPolicy, validateAllowlist.
function policyOf(section: Section, platform: string): PluginPolicy {
  const { file } = section;
  const type = textAt(section, "credentialPluginPolicy") ?? "AllowAll";
  const commands = commandsIn(section);
  if (type === "AllowAll" || type === "DenyAll") {
    if (commands === undefined) return { type, commands: [], file };
    throw new InputError(`${file}: credentialPluginAllowlist stands beside the policy ${type}; one of them is wrong`);
  }
  if (type !== "Allowlist") {
    throw new InputError(`${file}: credentialPluginPolicy must be AllowAll, DenyAll or Allowlist`);
  }
  if (commands === undefined || commands.length === 0) {
    throw new InputError(
      `${file}: the policy Allowlist needs entries in credentialPluginAllowlist; to run none, say DenyAll`,
    );
  }
  const clean = platform === "win32" ? win32.normalize : posix.normalize;
  const odd = commands.find((command) => command === "" || clean(command).replace(/(?<=.)[\\/]$/, "") !== command);
  if (odd === undefined) return { type, commands, file };
  throw new InputError(
    `${file}: ${JSON.stringify(odd)} in credentialPluginAllowlist is no plain name or path of a command`,
  );
}

/** `name` is what 1.35 called `command`. @throws InputError where an entry has two that differ, or another type. */
function commandsIn(section: Section): readonly string[] | undefined {
  const key = "credentialPluginAllowlist";
  const value = section.fields[key];
  if (value === null || value === undefined) return undefined;
  return sectionsAt(section, key).map((entry) => {
    const [command, name] = [textAt(entry, "command"), textAt(entry, "name")];
    if (command === undefined || name === undefined || command === name) return command ?? name ?? "";
    throw new InputError(`${entry.file}: ${entry.path} has a name and another command`);
  });
}
