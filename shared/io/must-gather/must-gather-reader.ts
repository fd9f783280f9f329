import { readDefinedResource } from "../../aggregate/naming/offline-resources.ts";
import { definedFields } from "../../model/defined-fields.ts";
import { isSameKind, type Kind } from "../../model/kind.ts";
import { type KubeObject, withRef } from "../../model/object.ts";
import type { Resource } from "../../model/resource.ts";
import type { Damage, Query, Reading } from "../../model/snapshot.ts";
import type { InputBudget } from "../../parse/input-budget.ts";
import { selectorFaultText } from "../../parse/input-fault-text.ts";
import type { QueryReader } from "../reader/reader.ts";
import type { MustGatherFiles } from "./archive/archive-files.ts";
import { areAllKindsDefined, type KindCoverage, notCollected } from "./coverage.ts";
import { definitionKind, isCustom } from "./custom-resource-definitions.ts";
import { metadataOnly } from "./file-objects.ts";
import type { MustGatherImage } from "./image-folders.ts";
import { listNamedResources, listResourcesWithoutDefinition, resolveQueriedKind } from "./kind-of-path.ts";
import { ObjectCache } from "./object-cache.ts";
import { fullName } from "./object-paths.ts";
import { RecordedObjects } from "./recorded-objects.ts";
import { createQueryFilter } from "./selector-filter.ts";

/**
 * A reading. A list that has only some of the objects counts as found while more is requested; {@link finalReadings}
 * replaces it by its `parts`.
 */
export type MustGatherReading = Reading & {
  /** The list itself as `unread`, the lists of the namespaces that are complete, and each other object by itself. */
  readonly parts?: readonly Reading[];
};

/** What a reading counts as, once no more is requested. */
export function finalReadings(reading: MustGatherReading): readonly Reading[] {
  return reading.parts ?? [reading];
}

/**
 * Responds to queries from the files of a must-gather. It opens only files that can hold the result.
 *
 * - `absent`, or a list as it is, only where all objects were surely collected (coverage.ts). No damage may hide one
 *   (hiding-damage.ts), and none may be missing that a HyperConverged records (recorded-objects.ts).
 * - `noSuchKind` where its CRD is missing although all CRDs like it were collected.
 * - Else `unread`: the objects were not collected.
 */
export class MustGatherReader implements QueryReader {
  readonly #files: MustGatherFiles;
  readonly #images: readonly MustGatherImage[];
  readonly #cache: ObjectCache;
  readonly #recorded: RecordedObjects;
  #definitions: Promise<Definitions> | undefined;

  /** @param path What the user named, for errors. */
  constructor(path: string, files: MustGatherFiles, images: readonly MustGatherImage[], budget: InputBudget) {
    this.#files = files;
    this.#images = images;
    this.#cache = new ObjectCache(path, files, images, budget);
    this.#recorded = new RecordedObjects(this.#cache);
  }

  /** @throws InputError where the images are of several clusters. */
  async read(query: Query): Promise<MustGatherReading> {
    const selects = createQueryFilter(query);
    if (typeof selects !== "function") return { query, outcome: "unread", cause: selectorFaultText(selects) };
    const definitions = isCustom(query.group) ? await this.#readDefinitions() : noDefinitions;
    const kind = await resolveQueriedKind(query, definitions.resources, this.#files, this.#images);
    if (kind === undefined) return this.#readingWithoutObjects(query, notCollected, definitions);

    const namespace = kind.namespaced ? query.namespace : undefined;
    const cached = await this.#cache.readObjects({ kind, namespace, definitions: definitions.resources, query });
    const { coverage, completeNamespaces } = await this.#recorded.reduceCoverage(cached, kind, namespace);
    const objects = cached.objects
      .filter(({ ref }) => isSameKind(kind, ref))
      .filter((object) => selects(kind.namespaced ? object : withoutNamespace(object)))
      .map((object) => (query.metadataOnly === true ? metadataOnly(object) : object));
    const [firstObject] = objects;
    if (query.verb === "get" && firstObject !== undefined) return { query, outcome: "found", objects: [firstObject] };
    if (coverage.type === "part") {
      if (objects.length === 0 && completeNamespaces.size === 0)
        return this.#readingWithoutObjects(query, coverage.cause, definitions);
      return readingOfPart(query, objects, coverage.cause, new Set(completeNamespaces.keys()));
    }
    return query.verb === "get" ? { query, outcome: "absent" } : { query, outcome: "found", objects };
  }

  /** Refuses from now on to read more objects of these kinds than a Report may have roots. */
  limitRoots(kinds: readonly Kind[]): void {
    this.#cache.limitRoots(kinds);
  }

  /** The kinds of its objects, then those of which it has only CRDs, with every name that kubectl accepts. */
  async resources(): Promise<readonly Resource[]> {
    const { resources } = await this.#readDefinitions();
    const namesWithObjects = new Set((await listNamedResources(this.#files, this.#images)).map(fullName));
    const hasObjects = (kind: Resource): boolean => namesWithObjects.has(fullName(kind));
    const withoutDefinition = await listResourcesWithoutDefinition(this.#files, this.#images, resources);
    // The order decides which kind a name such as `applications` means, if several have that name.
    return [...withoutDefinition, ...resources.filter(hasObjects), ...resources.filter((kind) => !hasObjects(kind))];
  }

  /** What could not be used in the files that were opened. */
  damage(): readonly Damage[] {
    return [...this.#files.damage(), ...this.#cache.damage()];
  }

  #readDefinitions(): Promise<Definitions> {
    this.#definitions ??= this.#cache
      .readObjects({ kind: definitionKind, namespace: undefined, definitions: [] })
      .then(({ objects, coverage }) => ({ resources: objects.flatMap(readDefinedResource), coverage }));
    return this.#definitions;
  }

  /**
   * The reading of a kind of which no object was collected: `noSuchKind` where its CRD is missing among all CRDs, else
   * `unread` with `cause`.
   */
  async #readingWithoutObjects(query: Query, cause: string, definitions: Definitions): Promise<MustGatherReading> {
    const unread: MustGatherReading = { query, outcome: "unread", cause };
    const hasAllDefinitions =
      isCustom(query.group) && areAllKindsDefined(definitions.coverage, this.#images, query.group);
    if (cause !== notCollected || !hasAllDefinitions) return unread;
    if (definitions.resources.some((kind) => isSameKind(kind, query))) return unread;
    if (await this.#recorded.hasKind(query)) return unread;
    const resource = query.plural === "" ? query.kind : fullName(query);
    return {
      query,
      outcome: "noSuchKind",
      cause: `the must-gather has custom resource definitions, but none of ${resource}`,
    };
  }
}

/** The kinds of the collected CRDs, and whether those are all CRDs. */
interface Definitions {
  readonly resources: readonly Resource[];
  readonly coverage: KindCoverage;
}

/** For a kind that needs no CRD. */
const noDefinitions: Definitions = { resources: [], coverage: { type: "part", cause: notCollected } };

/**
 * The reading where not all objects of a list, or not the requested object, were collected. Its parts are the list as
 * unread, the list of each complete namespace, and each other object by itself.
 * @param partCause Why objects may be missing.
 */
function readingOfPart(
  query: Query,
  objects: readonly KubeObject[],
  partCause: string,
  completeNamespaces: ReadonlySet<string>,
): MustGatherReading {
  const cause = partCause === notCollected ? onlyNamespacesText([...completeNamespaces]) : partCause;
  if (query.verb === "get") return { query, outcome: "unread", cause };

  const parts: Reading[] = [{ query, outcome: "unread", cause }];
  for (const namespace of completeNamespaces) {
    const inNamespace = objects.filter(({ ref }) => ref.namespace === namespace);
    parts.push({ query: { ...query, namespace }, outcome: "found", objects: inNamespace });
  }
  for (const object of objects) {
    if (!completeNamespaces.has(object.ref.namespace ?? "")) parts.push(singleReading(query, object));
  }
  if (objects.length === 0) return { query, outcome: "unread", cause, parts };
  return { query, outcome: "found", objects, parts };
}

/** Above this number of namespaces their names are not listed. */
const maxListedNamespaces = 4;

/** `only those of a, b were collected` */
function onlyNamespacesText(namespaces: readonly string[]): string {
  const isLong = namespaces.length > maxListedNamespaces;
  const names = isLong ? `${namespaces.length} namespaces` : namespaces.join(", ");
  return `only those of ${names} were collected`;
}

/** The reading of one object of a list, as if a query had requested it by its name. */
function singleReading(listQuery: Query, object: KubeObject): Reading {
  const { fieldSelector: _field, labelSelector: _label, namespace: _namespace, ...kindQuery } = listQuery;
  const { namespace, name } = object.ref;
  const query: Query = { ...kindQuery, verb: "get", name, ...definedFields({ namespace }) };
  return { query, outcome: "found", objects: [object] };
}

function withoutNamespace(object: KubeObject): KubeObject {
  const { namespace, ...ref } = object.ref;
  return namespace === undefined ? object : withRef(object, ref);
}
