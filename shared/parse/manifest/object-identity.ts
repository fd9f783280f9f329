import { definedFields } from "../../model/defined-fields.ts";
import type { FieldPath, ManifestFound, ManifestState, TextSpan } from "../../model/manifest/manifest.ts";
import { groupVersion } from "../../model/object.ts";
import { findEntry, type ManifestNode, resolveAlias } from "./node.ts";
import type { ManifestTree } from "./read-document.ts";
import { hasTemplate, openTemplateBlocksAt } from "./template-mask.ts";

/** The most Lists in each other. */
const maxListDepth = 10;

/**
 * Lists the Kubernetes objects of one document:
 *   1. of a `List` or a list of one kind (`PodList`) its items, also of lists in lists
 *   2. of a plain list the items with apiVersion, kind and name
 *   3. else the document itself, if it has a kind
 * kustomize's own files are no objects of a cluster and are omitted. Spans count from the start of `text`.
 */
export function listObjects({ root, isPartial }: ManifestTree, text: string): readonly ManifestFound[] {
  const objects: ManifestFound[] = [];
  const textHasTemplate = hasTemplate(text);
  const countOpenBlocks = openTemplateBlocksAt(text);
  if (root !== undefined) addObjects(root, [], undefined, 0);
  return objects;

  function addObjects(node: ManifestNode, path: FieldPath, list: ListDefaults | undefined, depth: number): void {
    const target = resolveAlias(node);
    if (target === undefined || depth > maxListDepth) return;
    if (target.is === "list" && depth === 0) {
      for (const [index, { value }] of target.items.entries()) addObjects(value, [index], plainList, depth + 1);
    }
    if (target.is !== "mapping") return;
    const items = findListItems(target);
    if (items === undefined) {
      const object = readIdentity(target, path, list);
      if (object !== undefined) objects.push(object);
    } else if (items.is === "list") {
      const defaults = readListDefaults(target);
      for (const [index, { value }] of items.items.entries()) {
        addObjects(value, [...path, "items", index], defaults, depth + 1);
      }
    }
  }

  /** The identity of the object that a mapping is. Undefined if it is none. */
  function readIdentity(
    node: ManifestNode,
    path: FieldPath,
    list: ListDefaults | undefined,
  ): ManifestFound | undefined {
    const apiVersion = readTextField(node, "apiVersion") ?? list?.apiVersion;
    const kind = readTextField(node, "kind") ?? list?.makeKind(node.start);
    if (kind === undefined) return undefined;
    const metadata = findEntry(node, "metadata")?.value;
    const name = readTextField(metadata, "name");
    const namespace = readTextField(metadata, "namespace");
    const { group, version } = groupVersion(apiVersion?.text ?? "");
    if (group === "kustomize.config.k8s.io") return undefined;
    const isTemplate =
      [apiVersion, kind, name, namespace].some((field) => field?.text.includes("{{")) ||
      countOpenBlocks(kind.span.start) > 0;
    const generateName = readTextField(metadata, "generateName");
    const state = isTemplate ? "template" : classifyIdentity(apiVersion, name, generateName);
    if (list === plainList && state !== "named") return undefined;
    return {
      group,
      version,
      kind: kind.text,
      state,
      isPartial,
      path,
      ...definedFields({ name: name?.text, namespace: namespace?.text }),
      hasTemplate: textHasTemplate && hasTemplate(text.slice(node.start, node.end)),
      whole: { start: node.start, end: node.end },
      spans: {
        kind: kind.span,
        ...definedFields({ apiVersion: apiVersion?.span, name: name?.span, namespace: namespace?.span }),
      },
    };
  }
}

/** The fields that an item without them has from its list. */
interface ListDefaults {
  readonly apiVersion?: { readonly text: string; readonly span?: TextSpan };
  /** The kind of an item that begins at `start`, with an empty span there. */
  readonly makeKind: (start: number) => TextField | undefined;
}

const plainList: ListDefaults = { makeKind: () => undefined };

/** `apiVersion: v1, kind: PodList` -> items without apiVersion and kind are Pods of v1. */
function readListDefaults(list: ManifestNode): ListDefaults {
  const kind = /^(.*)List$/.exec(readTextField(list, "kind")?.text ?? "")?.[1] ?? "";
  if (kind === "") return { makeKind: () => undefined };
  const apiVersion = readTextField(list, "apiVersion");
  return {
    ...definedFields({ apiVersion: apiVersion && { text: apiVersion.text } }),
    makeKind: (start) => ({ text: kind, span: { start, end: start } }),
  };
}

/**
 * The items of a list; undefined for an object. What has a name is an object, even of a kind such as AllowList. While the user
 * still types the kind of the list, items with kinds show that it is one.
 */
function findListItems(node: ManifestNode): Exclude<ManifestNode, { readonly is: "alias" }> | undefined {
  const kind = readTextField(node, "kind")?.text ?? "";
  const items = resolveAlias(findEntry(node, "items")?.value);
  if (kind === "List") return items ?? { is: "list", start: node.end, end: node.end, isFlow: false, items: [] };
  if (items?.is !== "list" || readTextField(findEntry(node, "metadata")?.value, "name") !== undefined) return undefined;
  const isList = kind.endsWith("List") || items.items.some(({ value }) => readTextField(value, "kind") !== undefined);
  return isList ? items : undefined;
}

function classifyIdentity(
  apiVersion: object | undefined,
  name: object | undefined,
  generateName: object | undefined,
): ManifestState {
  if (apiVersion === undefined) return "patch";
  if (name !== undefined) return "named";
  return generateName === undefined ? "unnamed" : "generateName";
}

interface TextField {
  readonly text: string;
  readonly span: TextSpan;
}

/** The text of a field with its span. Undefined if it is absent, empty, null or no text. */
function readTextField(node: ManifestNode | undefined, name: string): TextField | undefined {
  const entry = findEntry(node, name);
  const value = resolveAlias(entry?.value);
  if (entry === undefined || value?.is !== "text" || value.text === "") return undefined;
  if (value.isPlain && /^(~|null|Null|NULL)$/.test(value.text)) return undefined;
  return { text: value.text, span: { start: entry.value.start, end: entry.value.end } };
}
