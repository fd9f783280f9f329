import type { Resource } from "../../model/resource.ts";

/** One way to read the name of a type: `Deployment.v1.apps` -> `{ resource: "Deployment", version: "v1", group: "apps" }`. */
interface ResourceSpelling {
  /** A plural, singular, short name or kind. */
  readonly resource: string;
  /** Empty if the name has no version. The preferred version counts then. */
  readonly version: string;
  /** Empty if the name has no group. Any group counts then. */
  readonly group: string;
}

/**
 * Finds the resource that kubectl would find for a name: `deploy`, `deployments.apps`, `Deployment.v1.apps`. The group may
 * be abbreviated: `deployments.ap`. If the name has a version, the result has only that version (kubernetes/cli-runtime
 * pkg/resource/builder.go, mappingFor).
 *
 * @param resources in the order of kubectl. The first match counts.
 */
export function findResource(name: string, resources: readonly Resource[]): Resource | undefined {
  const spellings = spellingsOf(name);
  const matches = [
    ...spellings.map((spelling) => findByName(spelling, resources)),
    ...spellings.map((spelling) => findByKind(spelling, resources)),
  ];
  return matches.find((resource) => resource !== undefined);
}

/** Whether a name has the whole group of a resource, or no group, so that it cannot mean another group. */
export function isSpelledOut(name: string, { group }: Resource): boolean {
  return spellingsOf(name).some((spelling) => spelling.group === "" || spelling.group === group);
}

/** The type without group and version, as in the error of kubectl for an unknown type: `foo.v1.bar` -> `foo`. */
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
 * Finds a resource by plural or singular in any case, or by a short name as written. Without a version the group may be
 * abbreviated (client-go, restmapper/shortcut.go; apimachinery, api/meta/restmapper.go, KindsFor).
 */
function findByName(spelling: ResourceSpelling, resources: readonly Resource[]): Resource | undefined {
  const { resource, version, group } = expandShortName(spelling, resources);
  const name = resource.toLowerCase();
  const isInGroup = (candidate: Resource): boolean => {
    if (version === "") return candidate.group.startsWith(group);
    return candidate.group === group && candidate.versions.includes(version);
  };
  const match = resources.find(
    (candidate) => (candidate.plural === name || singularOf(candidate) === name) && isInGroup(candidate),
  );
  return match && selectVersion(match, version);
}

/**
 * Replaces a short name by the plural: `deploy` -> `deployments`. A plural or singular of the group is returned unchanged, even
 * if it is a short name in another group.
 */
function expandShortName(spelling: ResourceSpelling, resources: readonly Resource[]): ResourceSpelling {
  const { resource, group } = spelling;
  const resourcesInGroup = resources.filter((candidate) => group === "" || candidate.group === group);
  if (resourcesInGroup.some(({ plural, singular }) => plural === resource || singular === resource)) return spelling;
  const hasShortName = ({ shortNames }: Resource): boolean => shortNames.includes(resource);
  const match = resourcesInGroup.find(hasShortName);
  // The version is lost here, as in kubectl.
  if (match !== undefined) return { resource: match.plural, version: "", group: match.group };
  const prefixMatch = resources.find((candidate) => candidate.group.startsWith(group) && hasShortName(candidate));
  return prefixMatch === undefined ? spelling : { ...spelling, resource: prefixMatch.plural, group: prefixMatch.group };
}

/** Finds a resource by its kind, as written or in lower case, for a resource with another singular. The group must be whole. */
function findByKind(
  { resource, version, group }: ResourceSpelling,
  resources: readonly Resource[],
): Resource | undefined {
  const match = resources.find(
    (candidate) =>
      candidate.group === group &&
      (candidate.kind === resource || candidate.kind.toLowerCase() === resource) &&
      (version === "" || candidate.versions.includes(version)),
  );
  return match && selectVersion(match, version);
}

/** The singular of a resource. If a server gives none, it is guessed as by apimachinery (UnsafeGuessKindToResource). */
function singularOf({ singular, kind }: Resource): string {
  return singular || kind.toLowerCase();
}

function selectVersion(resource: Resource, version: string): Resource {
  return version === "" ? resource : { ...resource, versions: [version] };
}
