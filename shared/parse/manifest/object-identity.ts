import { definedFields } from "../../model/defined-fields.ts";
import type { FieldPath, ManifestFound, ManifestState, TextSpan } from "../../model/manifest/manifest.ts";
import { groupVersion } from "../../model/object.ts";
import { findEntry, type ManifestNode, resolveAlias } from "./node.ts";
import type { ManifestTree } from "./read-document.ts";
import { hasTemplate, openTemplateBlocksAt } from "./template-mask.ts";

/**
 * The Kubernetes objects in one document. They are the document itself, or the items of a `List` or of a list of one
 * kind. From a plain list come the items with apiVersion, kind and name. Empty without a kind, and for kustomize's own
 * files, which are not objects of a cluster. Places count from the start of `text`.
 */
export function objectsIn({ root, isPartial }: ManifestTree, text: string): readonly ManifestFound[] {
  const objects: ManifestFound[] = [];
  const isTemplate = hasTemplate(text);
  const opens = openTemplateBlocksAt(text);
  if (root !== undefined) collect(root, [], undefined, 0);
  return objects;

  function collect(node: ManifestNode, path: FieldPath, list: ListOf | undefined, depth: number): void {
    const piece = resolveAlias(node);
    if (piece === undefined || depth > maxListDepth) return;
    if (piece.is === "list" && depth === 0) {
      for (const [index, { value }] of piece.items.entries()) collect(value, [index], onlyNamed, depth + 1);
    } else if (piece.is === "mapping") {
      const items = listItems(piece);
      if (items === undefined) {
        const object = objectOf(piece, path, list);
        if (object !== undefined) objects.push(object);
      } else if (items.is === "list") {
        const parent = listOf(piece);
        for (const [index, { value }] of items.items.entries()) {
          collect(value, [...path, "items", index], parent, depth + 1);
        }
      }
    }
  }

  function objectOf(node: ManifestNode, path: FieldPath, list: ListOf | undefined): ManifestFound | undefined {
    const apiVersion = fieldOf(node, "apiVersion") ?? list?.apiVersion;
    const kind = fieldOf(node, "kind") ?? list?.kindAt(node.start);
    if (kind === undefined) return undefined;
    const metadata = findEntry(node, "metadata")?.value;
    const name = fieldOf(metadata, "name");
    const namespace = fieldOf(metadata, "namespace");
    const { group, version } = groupVersion(apiVersion?.text ?? "");
    if (group === "kustomize.config.k8s.io") return undefined;
    const isTemplated = [apiVersion, kind, name, namespace].some((field) => field?.text.includes("{{"));
    const isUnder = opens(kind.span.start) > 0;
    const state =
      isTemplated || isUnder ? "template" : manifestState(apiVersion, name, fieldOf(metadata, "generateName"));
    if (list === onlyNamed && state !== "named") return undefined;
    return {
      group,
      version,
      kind: kind.text,
      state,
      isPartial,
      path,
      ...definedFields({ name: name?.text, namespace: namespace?.text }),
      hasTemplate: isTemplate && hasTemplate(text.slice(node.start, node.end)),
      whole: { start: node.start, end: node.end },
      spans: {
        kind: kind.span,
        ...definedFields({ apiVersion: apiVersion?.span, name: name?.span, namespace: namespace?.span }),
      },
    };
  }
}

const maxListDepth = 10;

/** The fields that an item without them takes from its list. */
interface ListOf {
  readonly apiVersion?: { readonly text: string; readonly span?: TextSpan };
  readonly kindAt: (start: number) => Field | undefined;
}

const onlyNamed: ListOf = { kindAt: () => undefined };

function listOf(list: ManifestNode): ListOf {
  const kind = /^(.*)List$/.exec(fieldOf(list, "kind")?.text ?? "")?.[1] ?? "";
  if (kind === "") return { kindAt: () => undefined };
  const apiVersion = fieldOf(list, "apiVersion");
  return {
    ...(apiVersion !== undefined && { apiVersion: { text: apiVersion.text } }),
    kindAt: (start) => ({ text: kind, span: { start, end: start } }),
  };
}

/**
 * The items of a list; undefined for an object. An object has a name, even if its kind is AllowList. While the user
 * types the kind, items with a kind of their own also identify a list.
 */
function listItems(node: ManifestNode): Exclude<ManifestNode, { readonly is: "alias" }> | undefined {
  const kind = fieldOf(node, "kind")?.text ?? "";
  const items = resolveAlias(findEntry(node, "items")?.value);
  if (kind === "List") return items ?? { is: "list", start: node.end, end: node.end, isFlow: false, items: [] };
  if (items?.is !== "list" || fieldOf(findEntry(node, "metadata")?.value, "name") !== undefined) return undefined;
  const isList = kind.endsWith("List") || items.items.some(({ value }) => fieldOf(value, "kind") !== undefined);
  return isList ? items : undefined;
}

function manifestState(
  apiVersion: object | undefined,
  name: object | undefined,
  generate: object | undefined,
): ManifestState {
  if (apiVersion === undefined) return "patch";
  if (name !== undefined) return "named";
  return generate === undefined ? "unnamed" : "generateName";
}

interface Field {
  readonly text: string;
  readonly span: TextSpan;
}

/** The text of a field with its place; undefined if it is empty or null. */
function fieldOf(node: ManifestNode | undefined, name: string): Field | undefined {
  const entry = findEntry(node, name);
  const value = resolveAlias(entry?.value);
  if (entry === undefined || value?.is !== "text" || value.text === "") return undefined;
  if (value.isPlain && /^(~|null|Null|NULL)$/.test(value.text)) return undefined;
  return { text: value.text, span: { start: entry.value.start, end: entry.value.end } };
}
