import { InputError } from "./errors.ts";
import { flagAt, type Section, sectionAt, sectionsAt, textAt, textsAt } from "./section.ts";

/**
 * Looks at the parts of a kubeconfig that decide nothing here but that kubectl decodes with the rest
 * (client-go, tools/clientcmd/api/v1/types.go). Fields that kubectl does not know may hold anything.
 * @throws InputError where kubectl would refuse the file: another kind or version, or a field of the wrong type.
 */
export function refuseWrongShape(top: Section): void {
  const kind = textAt(top, "kind") ?? "Config";
  if (kind !== "Config") throw new InputError(`${top.file}: this is a ${kind}, not a kubeconfig (kind Config)`);
  const version = textAt(top, "apiVersion") ?? "v1";
  if (!/^\/?v1$/.test(version)) {
    throw new InputError(`${top.file}: apiVersion ${JSON.stringify(version)} is no version of a kubeconfig; it is v1`);
  }
  const preferences = sectionAt(top, "preferences");
  if (preferences !== undefined) flagAt(preferences, "colors");
  for (const section of [top, preferences]) refuseWrongExtensions(section);
}

/** The same for one entry of `clusters`, `users` or `contexts`. @throws InputError as {@link refuseWrongShape}. */
export function refuseWrongExtensions(section: Section | undefined): void {
  if (section === undefined) return;
  const filled = new Set<string>();
  const twice = sectionsAt(section, "extensions").find((extension) => {
    const name = textAt(extension, "name") ?? "";
    // An empty one is no entry yet to the conversion (api/v1/conversion.go).
    const isFilled = filled.has(name);
    if ((extension.fields["extension"] ?? null) !== null) filled.add(name);
    return isFilled;
  });
  if (twice === undefined) return;
  const place = section.path === "" ? "extensions" : `${section.path}.extensions`;
  throw new InputError(`${section.file}: ${place} has "${textAt(twice, "name") ?? ""}" twice; keep one of them`);
}

/** The same for the two ways of a user that ask somebody else. @throws InputError as {@link refuseWrongShape}. */
export function refuseWrongPlugins(user: Section): void {
  const provider = sectionAt(user, "auth-provider");
  if (provider !== undefined) {
    textAt(provider, "name");
    const config = sectionAt(provider, "config");
    if (config !== undefined) for (const key of Object.keys(config.fields)) textAt(config, key);
  }
  const exec = sectionAt(user, "exec");
  if (exec === undefined) return;
  for (const key of ["command", "apiVersion", "installHint", "interactiveMode"]) textAt(exec, key);
  flagAt(exec, "provideClusterInfo");
  textsAt(exec, "args");
  for (const variable of sectionsAt(exec, "env")) for (const key of ["name", "value"]) textAt(variable, key);
}
