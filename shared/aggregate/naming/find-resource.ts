import type { Resource } from "../../model/resource.ts";

/** The name of a type as the user typed it: `deploy`, `deployments.apps`, `Deployment.v1.apps`. */
interface ResourceSpelling {
  readonly resource: string;
  /** Empty: the preferred one. */
  readonly version: string;
  readonly group: string;
}

/**
 * The resource that kubectl takes a word for: plural, singular, short name or kind. The group or its beginning may
 * follow after a dot, with the version before it. `resources` are in kubectl's order, and the first match wins. A
 * version that is spelled out is the only one (cli-runtime, pkg/resource/builder.go, mappingFor).
 */
export function findResource(name: string, resources: readonly Resource[]): Resource | undefined {
  const spellings = spellingsOf(name);
  const named = (find: typeof findByName): Resource | undefined =>
    spellings.map((spelled) => find(spelled, resources)).find((resource) => resource !== undefined);
  return named(findByName) ?? named(findByKind);
}

/** Whether group and version are spelled out in full, or not at all. No other group can be meant then. */
export function isSpelledOut(name: string, { group }: Resource): boolean {
  return spellingsOf(name).some((spelled) => spelled.group === "" || spelled.group === group);
}

/** The type without group and version, as kubectl repeats it for an unknown type. */
export function readTypeName(name: string): string {
  return name.split(".")[0] ?? name;
}

/**
 * The ways to split a word. With enough dots, the one with a version comes first (apimachinery,
 * runtime/schema/group_version.go, ParseResourceArg).
 */
function spellingsOf(name: string): readonly ResourceSpelling[] {
  const [resource = "", ...rest] = name.split(".");
  const [version = "", ...group] = rest;
  const plain = { resource, version: "", group: rest.join(".") };
  return group.length === 0 ? [plain] : [{ resource, version, group: group.join(".") }, plain];
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

/** The plural for a short name. A word that is a resource's own name stays. */
function expandShortName(spelled: ResourceSpelling, resources: readonly Resource[]): ResourceSpelling {
  const { resource, group } = spelled;
  const here = resources.filter((each) => group === "" || each.group === group);
  if (here.some((each) => each.plural === resource || each.singular === resource)) return spelled;
  const isShort = ({ shortNames }: Resource): boolean => shortNames.includes(resource);
  const found = here.find(isShort);
  // The version is lost here, as in kubectl.
  if (found !== undefined) return { resource: found.plural, version: "", group: found.group };
  const begun = resources.find((each) => each.group.startsWith(group) && isShort(each));
  return begun === undefined ? spelled : { ...spelled, resource: begun.plural, group: begun.group };
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
