import type { Resource } from "../model/resource.ts";

/** What somebody calls a type: `deploy`, `deployments.apps`, `Deployment.v1.apps`. */
interface Spelled {
  readonly resource: string;
  /** Empty: whichever is preferred. */
  readonly version: string;
  readonly group: string;
}

/**
 * The resource that kubectl takes a word for: plural, singular, short name or kind, with the group behind a dot or its
 * beginning, and the version before that; `resources` in kubectl's order, the first that fits wins. Where a version is
 * spelled out it is the only one (cli-runtime, pkg/resource/builder.go, mappingFor).
 */
export function resourceNamed(word: string, resources: readonly Resource[]): Resource | undefined {
  const spellings = spellingsOf(word);
  const named = (find: typeof byName): Resource | undefined =>
    spellings.map((spelled) => find(spelled, resources)).find((resource) => resource !== undefined);
  return named(byName) ?? named(byKind);
}

/** Group and version are spelled out in full, or not at all: no other group can be meant. */
export function isSpelledOut(word: string, { group }: Resource): boolean {
  return spellingsOf(word).some((spelled) => spelled.group === "" || spelled.group === group);
}

/** The type without group and version, as kubectl repeats it where nobody knows it. */
export function typeIn(word: string): string {
  return word.split(".")[0] ?? word;
}

/** With a version first, where there are dots enough (apimachinery, runtime/schema/group_version.go, ParseResourceArg). */
function spellingsOf(word: string): readonly Spelled[] {
  const [resource = "", ...rest] = word.split(".");
  const [version = "", ...group] = rest;
  const plain = { resource, version: "", group: rest.join(".") };
  return group.length === 0 ? [plain] : [{ resource, version, group: group.join(".") }, plain];
}

/**
 * By plural or singular in any case, by a short name as it is written (client-go, restmapper/shortcut.go; apimachinery,
 * api/meta/restmapper.go, KindsFor): a group without a version may be its beginning alone.
 */
function byName(spelled: Spelled, resources: readonly Resource[]): Resource | undefined {
  const { resource, version, group } = expanded(spelled, resources);
  const name = resource.toLowerCase();
  const found = resources.find(
    (each) =>
      (each.plural === name || singularOf(each) === name) &&
      (version === "" ? each.group.startsWith(group) : each.group === group && each.versions.includes(version)),
  );
  return found === undefined ? undefined : inVersion(found, version);
}

/** The plural for a short name; whoever has that word as a name is not shortened. */
function expanded(spelled: Spelled, resources: readonly Resource[]): Spelled {
  const { resource, group } = spelled;
  const here = resources.filter((each) => group === "" || each.group === group);
  if (here.some((each) => each.plural === resource || each.singular === resource)) return spelled;
  const isShort = ({ shortNames }: Resource): boolean => shortNames.includes(resource);
  const found = here.find(isShort);
  // The version gets lost on this way; so it does in kubectl.
  if (found !== undefined) return { resource: found.plural, version: "", group: found.group };
  const begun = resources.find((each) => each.group.startsWith(group) && isShort(each));
  return begun === undefined ? spelled : { ...spelled, resource: begun.plural, group: begun.group };
}

/** A kind as it is written or all in lower case, where its singular is another word; the group is the whole one. */
function byKind({ resource, version, group }: Spelled, resources: readonly Resource[]): Resource | undefined {
  const found = resources.find(
    ({ kind, versions, ...each }) =>
      each.group === group &&
      (kind === resource || kind.toLowerCase() === resource) &&
      (version === "" || versions.includes(version)),
  );
  return found === undefined ? undefined : inVersion(found, version);
}

/** Some servers give none: it is guessed as apimachinery does (UnsafeGuessKindToResource). */
function singularOf({ singular, kind }: Resource): string {
  return singular || kind.toLowerCase();
}

function inVersion(resource: Resource, version: string): Resource {
  return version === "" ? resource : { ...resource, versions: [version] };
}
