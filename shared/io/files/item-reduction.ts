import { dropUnreadFields, maxKeptWhole } from "../../aggregate/snapshot/unread-fields.ts";
import { kindKey } from "../../model/kind.ts";
import { groupVersion } from "../../model/object.ts";
import { isSnapshotDocument } from "../../parse/documents/snapshot-document.ts";
import { readItemType } from "../../parse/kube-objects.ts";
import type { ReduceItem } from "../../parse/yaml/read-json-list.ts";

/**
 * Creates the function that drops what no rule reads from the objects of a long input. The first objects of each kind remain
 * whole, as in a short list of a server, and so does a saved snapshot.
 * @param onItem called for each object
 */
export function createItemReduction(onItem: () => void = () => {}): ReduceItem {
  const counts = new Map<string, number>();
  return (item, list) => {
    onItem();
    if (isSnapshotDocument(list)) return item;
    const { apiVersion, kind } = readItemType(item, list);
    const { group } = groupVersion(apiVersion);
    const key = kindKey({ group, kind });
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count > maxKeptWhole ? dropUnreadFields(item, { group, kind }) : item;
  };
}
