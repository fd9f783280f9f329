import type { Kind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Resource } from "../../model/resource.ts";
import type { Damage, Query } from "../../model/snapshot.ts";
import type { InputBudget } from "../../parse/input-budget.ts";
import { uniqueObjects } from "../../parse/unique-objects.ts";
import type { MustGatherFiles } from "./archive/archive-files.ts";
import { combineCoverage, isComplete, type KindCoverage } from "./coverage.ts";
import { selectHidingDamage } from "./hiding-damage.ts";
import { listNamespaces, type MustGatherImage } from "./image-folders.ts";
import { type CandidateFile, placesInCluster, placesInNamespace, podsAlone } from "./object-paths.ts";
import { assertOneCluster } from "./one-cluster.ts";
import { type OpenedFile, OpenedFiles } from "./opened-files.ts";
import { selectorWords } from "./selector-filter.ts";

/** What the files hold of a kind, in one namespace or in all. */
export interface CachedObjects {
  /** Of a kind with namespaces also objects of other namespaces, where one list has those of all. */
  readonly objects: readonly KubeObject[];
  readonly extent: KindCoverage;
  /** Where all namespaces were requested: those of which all objects are held. */
  readonly whole: ReadonlyMap<string, KindCoverage>;
}

/** What is requested of the cache. */
export interface ObjectRequest {
  readonly kind: Kind;
  /** Undefined: all namespaces, or a cluster-scoped kind. */
  readonly namespace: string | undefined;
  /** The kinds of the collected CRDs. */
  readonly known: readonly Resource[];
  /** The query behind the request. Files of which its name or labels show that they have no result stay closed. */
  readonly query?: Query;
}

/** The objects in the files of a must-gather. Each file is opened once, when it is first needed. */
export class ObjectCache {
  readonly #path: string;
  readonly #files: MustGatherFiles;
  readonly #images: readonly MustGatherImage[];
  readonly #openedFiles: OpenedFiles;

  /** @param path What the user named, for errors. */
  constructor(path: string, files: MustGatherFiles, images: readonly MustGatherImage[], budget: InputBudget) {
    this.#path = path;
    this.#files = files;
    this.#images = images;
    this.#openedFiles = new OpenedFiles(files, budget);
  }

  /**
   * The objects of a kind in all images, each once.
   * @throws InputError where the images are of several clusters.
   */
  async readObjects(request: ObjectRequest): Promise<CachedObjects> {
    const { kind, namespace } = request;
    const inCluster = await this.#openInCluster(request);
    const inNamespaces = new Map<string, readonly OpenedFile[]>();
    for (const name of this.#requestedNamespaces(request)) {
      inNamespaces.set(name, await this.#openInNamespace(request, name));
    }
    const opened = [inCluster, ...inNamespaces.values()].flat();
    assertOneCluster(this.#path, opened);

    const hidingDamage = selectHidingDamage(this.#files.damage(), this.#images, kind, namespace);
    const whole = new Map<string, KindCoverage>();
    if (namespace === undefined) {
      for (const [name, files] of inNamespaces) {
        const coverage = this.#coverage(request, name, [...inCluster, ...files], hidingDamage);
        if (coverage.is !== "part") whole.set(name, coverage);
      }
    }
    return {
      objects: uniqueObjects(opened.flatMap(({ objects }) => objects)),
      extent: this.#coverage(request, namespace, opened, hidingDamage),
      whole,
    };
  }

  /** Refuses from now on to read more objects of these kinds than a Report may have roots. */
  limitRoots(kinds: readonly Kind[]): void {
    this.#openedFiles.limitRoots(kinds, this.#path);
  }

  /** What could not be used in the files that were opened. */
  damage(): readonly Damage[] {
    return this.#openedFiles.damage();
  }

  #requestedNamespaces({ kind, namespace }: ObjectRequest): readonly string[] {
    if (!kind.namespaced) return [];
    return namespace === undefined ? listNamespaces(this.#images) : [namespace];
  }

  async #openInCluster(request: ObjectRequest): Promise<readonly OpenedFile[]> {
    const places = await Promise.all(this.#images.map((image) => placesInCluster(this.#files, image, request.kind)));
    return this.#openPlaces(request, places.flat());
  }

  async #openInNamespace(request: ObjectRequest, namespace: string): Promise<readonly OpenedFile[]> {
    const { kind } = request;
    const places = await Promise.all(
      this.#images.map((image) => placesInNamespace(this.#files, image, namespace, kind)),
    );
    const lists = await this.#openPlaces(request, places.flat());
    const isPod = kind.group === "" && kind.plural === "pods";
    if (!isPod || (await this.#hasObjects(kind, lists))) return lists;

    const podPlaces = await Promise.all(this.#images.map((image) => podsAlone(this.#files, image, namespace)));
    const singlePods = await this.#openPlaces(request, podPlaces.flat());
    if (singlePods.length === 0) return lists;
    // An empty list beside single Pods does not have all of them.
    return [...lists.filter((file) => file.damage.length > 0), ...singlePods];
  }

  /** Whether the files have objects, even if the query selects none of them. */
  async #hasObjects(kind: Kind, files: readonly OpenedFile[]): Promise<boolean> {
    if (files.some((file) => file.objects.length > 0)) return true;
    const completeFiles = await Promise.all(files.map(({ place }) => this.#openedFiles.open(place, kind, [])));
    return completeFiles.some((file) => file.objects.length > 0);
  }

  /** Opens files. Those of one object that has another name than the query's stay closed, but are returned too. */
  #openPlaces({ kind, query }: ObjectRequest, places: readonly CandidateFile[]): Promise<readonly OpenedFile[]> {
    const queriedName = query?.verb === "get" ? query.name : undefined;
    const words = query === undefined ? [] : selectorWords(query);
    return Promise.all(
      places.map(async (place) => {
        const isOther = queriedName !== undefined && place.name !== undefined && place.name !== queriedName;
        return isOther ? { place, objects: [], damage: [] } : this.#openedFiles.open(place, kind, words);
      }),
    );
  }

  /**
   * Whether the opened files have all objects of the kind in a namespace, or in all. Damage makes them a part.
   * @param hidingDamage The damage that may hide objects of the request, in any of its namespaces.
   */
  #coverage(
    request: ObjectRequest,
    namespace: string | undefined,
    opened: readonly OpenedFile[],
    hidingDamage: readonly Damage[],
  ): KindCoverage {
    const { kind, known } = request;
    const usable = opened.filter((file) => file.damage.length === 0 || file.place.name !== undefined);
    const places = usable.map(({ place }) => place);
    const coverage = combineCoverage(this.#images.map((image) => isComplete(image, kind, namespace, places, known)));
    if (coverage.is === "list") return coverage;
    const isWholeRequest = namespace === request.namespace;
    const hidingHere = isWholeRequest ? hidingDamage : selectHidingDamage(hidingDamage, this.#images, kind, namespace);
    const [damage] = [...opened.flatMap((file) => file.damage), ...hidingHere];
    if (damage !== undefined) return { is: "part", why: `${damage.where}: ${damage.cause}` };
    return this.#files.cut === undefined ? coverage : { is: "part", why: this.#files.cut };
  }
}
