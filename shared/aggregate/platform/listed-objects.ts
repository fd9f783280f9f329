import { definedFields } from "../../model/defined-fields.ts";
import type { Kind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { UpgradeRow } from "../hco/upgrade/component.ts";
import { unreadList } from "../hco/upgrade/workloads.ts";
import type { ListQuery } from "../snapshot/list-index.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";

/** All objects of a kind, and the reason that they are not known. */
interface ListedObjects {
  readonly objects: readonly KubeObject[];
  readonly unread: readonly UpgradeRow[];
}

/** All objects of a kind that an upgrade stands on. A kind that the cluster does not serve is no reason. */
export function listObjects(kind: Kind, index: ObjectIndex): ListedObjects {
  return { objects: index.all(kind), unread: unreadRows(kind, kind, index) };
}

/** The reason that a list of a kind was not read. A file without any object of the kind proves nothing. */
export function unreadRows(kind: Kind, question: ListQuery, index: ObjectIndex): readonly UpgradeRow[] {
  const listing = index.list({
    group: question.group,
    kind: question.kind,
    ...definedFields({ labelSelector: question.labelSelector }),
  });
  if (listing.outcome === "noSuchKind") return [];
  if (listing.outcome !== "found") return [unreadList(kind, undefined, listing)];
  const isLacking = listing.isGiven === true && listing.objects.length === 0;
  return isLacking ? [unreadList(kind, undefined, { outcome: "unread" })] : [];
}
