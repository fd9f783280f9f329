/** The error for must-gathers of two clusters in one path, with the objects that show it. */
export function twoClustersText(path: string, evidence: string): string {
  return `cannot use ${path}: it contains must-gathers of two clusters or times: ${evidence}; specify one of them`;
}

/** The evidence that one name means two objects in two images. */
export function differingObjectText(kind: string, name: string, one: string, other: string): string {
  return `${kind} ${name} differs between ${one} and ${other}`;
}

/** A HyperConverged, and the image in which it stands. */
export interface PlacedRoot {
  readonly namespace: string | undefined;
  readonly name: string;
  readonly image: string;
}

/** The evidence that two images hold two HyperConvergeds. */
export function twoRootsText(one: PlacedRoot, other: PlacedRoot): string {
  return `HyperConverged ${placedRootText(one)} and ${placedRootText(other)}`;
}

function placedRootText({ namespace, name, image }: PlacedRoot): string {
  return `${namespace}/${name} in ${image}`;
}

/** The reason where the must-gather has no file of a kind. */
export const notCollected = "not collected";

/** The reason where the must-gather has files of single objects, but no list. */
export const onlySingleObjects = "only individual objects were collected, which may not be all";

/** The reason where only the objects of a few namespaces were collected. */
export function onlyNamespacesText(namespaces: readonly string[]): string {
  return `only those of ${namespaces.length > 4 ? `${namespaces.length} namespaces` : namespaces.join(", ")} were collected`;
}

/** The reason where no collected definition has a resource. */
export function noDefinitionText(resource: string): string {
  return `the must-gather has custom resource definitions, but none of ${resource}`;
}

/** The reason where a root records an object that no file has. */
export function missingRecordedText(owner: string, kind: string, name: string): string {
  return `${owner} records ${kind} ${name}, but its file is missing`;
}

/** The reason for a list that is packed with gzip. */
export const packedList = "compressed files are not supported: unpack it with gunzip";

/** The damage of a file that ends inside a line or a field. */
export const cutOffFile = "truncated: it ends in the middle of a line or a field";

/** The damage of a file that ends inside a list. */
export const cutOffList = "truncated: it ends in the middle of a list";

/** The damage of a YAML document that is longer than the limit. */
export function tooLongDocumentText(megabytes: number): string {
  return `a YAML document larger than ${megabytes} MB that is not a list; convert the file to JSON with yq -o json -i`;
}

/** The damage of a dump of kubectl that breaks off. */
export const cutOffDump = "the dump is truncated: the rest is missing";
