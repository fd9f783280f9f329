import type { Kind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Resource } from "../../model/resource.ts";
import type { Damage, Query } from "../../model/snapshot.ts";
import type { InputBudget } from "../../parse/input-budget.ts";
import { uniqueObjects } from "../../parse/unique-objects.ts";
import type { MustGatherFiles } from "./archive/archive-files.ts";
import { combineCoverage, computeCoverage, type KindCoverage } from "./coverage.ts";
import { selectHidingDamage } from "./hiding-damage.ts";
import { listNamespaces, type MustGatherImage } from "./image-folders.ts";
import { type CandidateFile, listClusterFiles, listNamespaceFiles, listSinglePodFiles } from "./object-paths.ts";
import { assertOneCluster } from "./one-cluster.ts";
import { type OpenedFile, OpenedFiles } from "./opened-files.ts";
import { selectorWords } from "./selector-filter.ts";

/** The objects of a kind in the files of a must-gather, in the requested namespace or in all. */
export interface CachedObjects {
  /** May hold objects of other namespaces than the requested one, since one list may have those of all. */
  readonly objects: readonly KubeObject[];
  /** How much of the request they are. */
  readonly coverage: KindCoverage;
  /** The namespaces whose objects are all there. Empty where one namespace was requested. */
  readonly completeNamespaces: ReadonlyMap<string, KindCoverage>;
}

/** What is requested of the cache. */
export interface ObjectRequest {
  readonly kind: Kind;
  /** Undefined: all namespaces, or a cluster-scoped kind. */
  readonly namespace: string | undefined;
  /** The kinds of the collected CRDs. */
  readonly definitions: readonly Resource[];
  /** Its name and selector show which files need not be opened. Absent: all are opened. */
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
    const clusterFiles = await this.#openClusterFiles(request);
    const namespaceFiles = new Map<string, readonly OpenedFile[]>();
    for (const name of this.#listRequestedNamespaces(request)) {
      namespaceFiles.set(name, await this.#openNamespaceFiles(request, name));
    }
    const allFiles = [clusterFiles, ...namespaceFiles.values()].flat();
    assertOneCluster(this.#path, allFiles);

    const hidingDamage = selectHidingDamage(this.#files.damage(), this.#images, kind, namespace);
    const completeNamespaces = new Map<string, KindCoverage>();
    if (namespace === undefined) {
      for (const [name, files] of namespaceFiles) {
        const coverage = this.#computeCoverage(request, name, [...clusterFiles, ...files], hidingDamage);
        if (coverage.type !== "part") completeNamespaces.set(name, coverage);
      }
    }
    return {
      objects: uniqueObjects(allFiles.flatMap(({ objects }) => objects)),
      coverage: this.#computeCoverage(request, namespace, allFiles, hidingDamage),
      completeNamespaces,
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

  #listRequestedNamespaces({ kind, namespace }: ObjectRequest): readonly string[] {
    if (!kind.namespaced) return [];
    return namespace === undefined ? listNamespaces(this.#images) : [namespace];
  }

  async #openClusterFiles(request: ObjectRequest): Promise<readonly OpenedFile[]> {
    const candidates = this.#images.map((image) => listClusterFiles(this.#files, image, request.kind));
    return this.#openFiles(request, (await Promise.all(candidates)).flat());
  }

  async #openNamespaceFiles(request: ObjectRequest, namespace: string): Promise<readonly OpenedFile[]> {
    const { kind } = request;
    const candidates = this.#images.map((image) => listNamespaceFiles(this.#files, image, namespace, kind));
    const opened = await this.#openFiles(request, (await Promise.all(candidates)).flat());
    const isPod = kind.group === "" && kind.plural === "pods";
    if (!isPod || (await this.#hasObjects(kind, opened))) return opened;

    const podCandidates = this.#images.map((image) => listSinglePodFiles(this.#files, image, namespace));
    const singlePods = await this.#openFiles(request, (await Promise.all(podCandidates)).flat());
    if (singlePods.length === 0) return opened;
    // An empty list beside single Pods does not have all of them.
    return [...opened.filter((file) => file.damage.length > 0), ...singlePods];
  }

  /** Whether the files have objects, even if the query selects none of them. */
  async #hasObjects(kind: Kind, files: readonly OpenedFile[]): Promise<boolean> {
    if (files.some((file) => file.objects.length > 0)) return true;
    const unfiltered = await Promise.all(files.map(({ candidate }) => this.#openedFiles.open(candidate, kind, [])));
    return unfiltered.some((file) => file.objects.length > 0);
  }

  /** Opens files. Where the query names an object, a file of another object stays closed, but is returned too. */
  #openFiles({ kind, query }: ObjectRequest, candidates: readonly CandidateFile[]): Promise<readonly OpenedFile[]> {
    const queriedName = query?.verb === "get" ? query.name : undefined;
    const words = query === undefined ? [] : selectorWords(query);
    const isOfOtherObject = ({ name }: CandidateFile): boolean =>
      queriedName !== undefined && name !== undefined && name !== queriedName;
    return Promise.all(
      candidates.map(async (candidate) => {
        if (isOfOtherObject(candidate)) return { candidate, objects: [], damage: [] };
        return this.#openedFiles.open(candidate, kind, words);
      }),
    );
  }

  /**
   * How much of a kind the opened files have, in a namespace or in all. Where something is damaged, it is a part, unless
   * an undamaged list has all objects.
   * @param hidingDamage The damage that may hide objects of the request, in any of its namespaces.
   */
  #computeCoverage(
    request: ObjectRequest,
    namespace: string | undefined,
    opened: readonly OpenedFile[],
    hidingDamage: readonly Damage[],
  ): KindCoverage {
    const { kind, definitions } = request;
    // A damaged list has lost objects. A damaged file of one object shows at least that this object exists.
    const usableFiles = opened.filter(({ candidate, damage }) => damage.length === 0 || candidate.name !== undefined);
    const candidates = usableFiles.map(({ candidate }) => candidate);
    const coverage = combineCoverage(
      this.#images.map((image) => computeCoverage(image, kind, namespace, candidates, definitions)),
    );
    if (coverage.type === "list") return coverage;
    const isWholeRequest = namespace === request.namespace;
    const hidingHere = isWholeRequest ? hidingDamage : selectHidingDamage(hidingDamage, this.#images, kind, namespace);
    const [damage] = [...opened.flatMap((file) => file.damage), ...hidingHere];
    if (damage !== undefined) return { type: "part", cause: `${damage.where}: ${damage.cause}` };
    const { cut } = this.#files;
    return cut === undefined ? coverage : { type: "part", cause: cut };
  }
}
