// The errors about names on the command line are those of kubectl (cli-runtime, pkg/resource/builder.go).

/** The error for a word that names types of several API groups. `types` are written as TYPE.GROUP. */
export function ambiguousTypeText(word: string, types: readonly string[]): string {
  return `the type "${word}" exists in several API groups: ${types.join(", ")}. Name one of them as TYPE.GROUP`;
}

/** The error for Secrets of a cluster without a name. */
export const secretNameText = "Secrets are not listed; name one, as in secret/NAME";

/** The error for an empty first word. */
export const emptyNameText = "the name of the HyperConverged is empty";

/** The error for a name together with a selector, in kubectl's words. */
export const nameAndSelectorText = "name cannot be provided when a selector is specified";

/** The error for an empty name after a type, in kubectl's words. */
export const emptyResourceNameText = "resource name may not be empty";

/** The error for a word with several slashes, in kubectl's words. */
export const severalSlashesText = "arguments in resource/name form may not have more than one slash";

/** The error for a word with a slash whose type or name is missing or several, in kubectl's words. */
export const notOneObjectText = "arguments in resource/name form must have a single resource and name";

/** The error for `TYPE/NAME` together with a selector, in kubectl's words. */
export const objectAndSelectorText = "selectors and the all flag cannot be used when passing resource/name arguments";

/** The error for words with and without a slash together, in kubectl's words. */
export const typeBesideObjectText =
  "there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. 'kubectl hco-status resource/<resource_name>' instead of 'kubectl hco-status resource resource/<resource_name>')";
