import type { Resource } from "../../model/resource.ts";

/** One way to read the name of a type: `Deployment.v1.apps` -> `{ resource: "Deployment", version: "v1", group: "apps" }`. */
interface ResourceSpelling {
  /** A plural, singular, short name or kind. */
  readonly resource: string;
  /** Empty: the preferred version. */
  readonly version: string;
  /** Empty: any group. */
  readonly group: string;
}

/**
 * Finds the resource that kubectl would find for a name: `deploy`, `deployments.apps`, `Deployment.v1.apps`. The group may
 * be only its beginning. `resources` are in kubectl's order, and the first match counts. Where the name has a version, the
 * result has only that version (kubernetes/cli-runtime pkg/resource/builder.go, mappingFor).
 */
export function findResource(name: string, resources: readonly Resource[]): Resource | undefined {
  const spellings = spellingsOf(name);
  const matches = [
    ...spellings.map((spelling) => findByName(spelling, resources)),
    ...spellings.map((spelling) => findByKind(spelling, resources)),
  ];
  return matches.find((resource) => resource !== undefined);
}

/** Whether a name has the whole group of a resource, or none, so that it cannot mean another group. */
export function isSpelledOut(name: string, { group }: Resource): boolean {
  return spellingsOf(name).some((spelled) => spelled.group === "" || spelled.group === group);
}

/** Reads the type without group and version, as kubectl's error for an unknown type has it: `foo.v1.bar` -> `foo`. */
export function readTypeName(name: string): string {
  return name.split(".")[0] ?? name;
}

/**
 * The ways to read a name. `a.b.c` is resource `a` in version `b` of group `c`, then resource `a` of group `b.c`
 * (kubernetes/apimachinery pkg/runtime/schema/group_version.go, ParseResourceArg).
 */
function spellingsOf(name: string): readonly ResourceSpelling[] {
  const [resource = "", ...suffixes] = name.split(".");
  const withoutVersion = { resource, version: "", group: suffixes.join(".") };
  const [version = "", ...groupParts] = suffixes;
  if (groupParts.length === 0) return [withoutVersion];
  return [{ resource, version, group: groupParts.join(".") }, withoutVersion];
}

/**
 * Finds a resource by plural or singular in any case, or by a short name as written. A group without a version may be
 * only its beginning (client-go, restmapper/shortcut.go; apimachinery, api/meta/restmapper.go, KindsFor).
 */
function findByName(spelled: ResourceSpelling, resources: readonly Resource[]): Resource | undefined {
  const { resource, version, group } = expandShortName(spelled, resources);
  const name = resource.toLowerCase();
  const found = resources.find(
    (each) =>
      (each.plural === name || singularOf(each) === name) &&
      (version === "" ? each.group.startsWith(group) : each.group === group && each.versions.includes(version)),
  );
  return found === undefined ? undefined : selectVersion(found, version);
}

/** Replaces a short name by the plural. A plural or singular of the group stays, even if it is a short name elsewhere. */
function expandShortName(spelled: ResourceSpelling, resources: readonly Resource[]): ResourceSpelling {
  const { resource, group } = spelled;
  const inGroup = resources.filter((each) => group === "" || each.group === group);
  if (inGroup.some((each) => each.plural === resource || each.singular === resource)) return spelled;
  const hasShortName = ({ shortNames }: Resource): boolean => shortNames.includes(resource);
  const match = inGroup.find(hasShortName);
  // The version is lost here, as in kubectl.
  if (match !== undefined) return { resource: match.plural, version: "", group: match.group };
  const prefixMatch = resources.find((each) => each.group.startsWith(group) && hasShortName(each));
  return prefixMatch === undefined ? spelled : { ...spelled, resource: prefixMatch.plural, group: prefixMatch.group };
}

/**
 * Finds a resource by its kind, as written or in lower case, where its singular is another word. The group must be
 * complete.
 */
function findByKind(
  { resource, version, group }: ResourceSpelling,
  resources: readonly Resource[],
): Resource | undefined {
  const found = resources.find(
    ({ kind, versions, ...each }) =>
      each.group === group &&
      (kind === resource || kind.toLowerCase() === resource) &&
      (version === "" || versions.includes(version)),
  );
  return found === undefined ? undefined : selectVersion(found, version);
}

/** The singular. Where a server gives none it is guessed as apimachinery does (UnsafeGuessKindToResource). */
function singularOf({ singular, kind }: Resource): string {
  return singular || kind.toLowerCase();
}

function selectVersion(resource: Resource, version: string): Resource {
  return version === "" ? resource : { ...resource, versions: [version] };
}
