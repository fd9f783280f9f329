import { nameTwiceText } from "../../render/words/kubeconfig/kubeconfig.ts";
import { InputError } from "../errors/errors.ts";
import { type ConfigSection, flagAt, sectionAt, sectionsAt, sectionText, textsAt } from "./config-section.ts";

/**
 * Checks the types of kubeconfig fields that are not used here, but that kubectl decodes with the rest
 * (client-go, tools/clientcmd/api/v1/types.go). Fields that kubectl does not know may have any value.
 * @throws InputError where kubectl would refuse the file: another kind or version, or a field of the wrong type.
 */
export function refuseWrongShape(top: ConfigSection): void {
  const kind = sectionText(top, "kind") ?? "Config";
  if (kind !== "Config") throw new InputError(`${top.file}: this is a ${kind}, not a kubeconfig (kind Config)`);
  const version = sectionText(top, "apiVersion") ?? "v1";
  if (!/^\/?v1$/.test(version)) {
    throw new InputError(`${top.file}: apiVersion ${JSON.stringify(version)} is not a kubeconfig version; use v1`);
  }
  const preferences = sectionAt(top, "preferences");
  if (preferences !== undefined) flagAt(preferences, "colors");
  for (const section of [top, preferences]) refuseWrongExtensions(section);
}

/** Checks the extensions of the top level or of one entry. @throws InputError as {@link refuseWrongShape}. */
export function refuseWrongExtensions(section: ConfigSection | undefined): void {
  if (section === undefined) return;
  const filled = new Set<string>();
  const twice = sectionsAt(section, "extensions").find((extension) => {
    const name = sectionText(extension, "name") ?? "";
    // The conversion does not count an empty extension as an entry (api/v1/conversion.go).
    const isFilled = filled.has(name);
    if ((extension.fields["extension"] ?? null) !== null) filled.add(name);
    return isFilled;
  });
  if (twice === undefined) return;
  const place = section.path === "" ? "extensions" : `${section.path}.extensions`;
  throw new InputError(nameTwiceText(section.file, place, sectionText(twice, "name") ?? ""));
}

/** Checks `auth-provider` and `exec` of a user. @throws InputError as {@link refuseWrongShape}. */
export function refuseWrongPlugins(user: ConfigSection): void {
  const provider = sectionAt(user, "auth-provider");
  if (provider !== undefined) {
    sectionText(provider, "name");
    const config = sectionAt(provider, "config");
    if (config !== undefined) for (const key of Object.keys(config.fields)) sectionText(config, key);
  }
  const exec = sectionAt(user, "exec");
  if (exec === undefined) return;
  for (const key of ["command", "apiVersion", "installHint", "interactiveMode"]) sectionText(exec, key);
  flagAt(exec, "provideClusterInfo");
  textsAt(exec, "args");
  for (const variable of sectionsAt(exec, "env")) for (const key of ["name", "value"]) sectionText(variable, key);
}
