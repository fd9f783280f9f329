import type { Kind } from "../../model/profile.ts";
import type { Resource } from "../../model/resource.ts";
import type { Query } from "../../model/snapshot.ts";
import { coreKinds } from "../../profiles/core-kinds.ts";
import { type GatherFiles, inFolder } from "./files.ts";
import type { Image } from "./images.ts";

/**
 * The kind that a query means, where it leaves the plural open: by its CRD, by Kubernetes' own kinds, else by the name of
 * a file that has its kind's plural; undefined where nothing in the gather is called so.
 */
export async function kindOf(
  query: Query,
  definitions: readonly Resource[],
  files: GatherFiles,
  images: readonly Image[],
): Promise<Kind | undefined> {
  const isMeant = (kind: Kind): boolean => kind.group === query.group && kind.kind === query.kind;
  const known = definitions.find(isMeant) ?? coreKinds.find(isMeant);
  if (known !== undefined) return known;
  if (query.plural !== "") return query;
  const seen = await pluralsSeen(files, images);
  const plurals = pluralsOf(query.kind);
  const found = seen.find(({ group, plural }) => group === query.group && plurals.includes(plural));
  return found === undefined ? undefined : { ...query, plural: found.plural, namespaced: found.namespaced };
}

/** What files and folders are called after: a kind's group and plural, and whether it lies in namespaces. */
type Seen = Pick<Kind, "group" | "plural" | "namespaced">;

/** Every kind that the names of files and folders tell of. */
export async function pluralsSeen(files: GatherFiles, images: readonly Image[]): Promise<readonly Seen[]> {
  const seen = new Map<string, Seen>();
  for (const image of images) {
    const roots = [...image.namespaces.values()].map((folder) => ({ folder, namespaced: true }));
    if (image.cluster !== undefined) roots.push({ folder: image.cluster, namespaced: false });
    for (const { folder, namespaced } of roots) {
      for (const each of await pluralsBelow(files, folder)) {
        seen.set(`${each.plural}.${each.group}`, { ...each, namespaced });
      }
    }
  }
  return [...seen.values()];
}

async function pluralsBelow(files: GatherFiles, folder: string): Promise<readonly Omit<Seen, "namespaced">[]> {
  const found: Omit<Seen, "namespaced">[] = [];
  for (const name of (await files.list(folder)).folders) {
    const below = await files.list(inFolder(folder, name));
    if (name === "crs") found.push(...[...below.folders].flatMap(fullNameOf));
    else if (name !== "pods") {
      const plurals = [...below.files].filter((file) => file.endsWith(".yaml")).map((file) => file.slice(0, -5));
      const group = name === "core" ? "" : name;
      for (const plural of [...plurals, ...below.folders]) found.push({ group, plural });
      // CNV's `cluster-scoped-resources/cdis.cdi.kubevirt.io/` holds objects, where `apps/` holds lists.
      found.push(...fullNameOf(name));
    }
  }
  return found;
}

function fullNameOf(name: string): readonly Omit<Seen, "namespaced">[] {
  const dot = name.indexOf(".");
  return dot < 0 ? [] : [{ plural: name.slice(0, dot), group: name.slice(dot + 1) }];
}

/** What the plural of a kind is nearly always: apimachinery, meta.UnsafeGuessKindToResource. */
function pluralsOf(kind: string): readonly string[] {
  const singular = kind.toLowerCase();
  return [singular, `${singular}s`, `${singular}es`, singular.replace(/y$/, "ies")];
}
