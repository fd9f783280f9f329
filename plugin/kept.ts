import { withUnasked } from "../shared/aggregate/kept-unasked.ts";
import { indexOf } from "../shared/aggregate/lookup.ts";
import { resourcesAtHand } from "../shared/aggregate/resources-at-hand.ts";
import type { KubeObject } from "../shared/model/object.ts";
import type { Resource } from "../shared/model/resource.ts";
import type { Snapshot } from "../shared/model/snapshot.ts";
import { harmless } from "../shared/render/safe.ts";
import { notFollowedWords } from "../shared/render/words-redacted.ts";
import { namingOf, type Read } from "./naming.ts";
import type { Options } from "./options.ts";
import type { Asked } from "./wanted.ts";

/**
 * What a snapshot file holds, about what it was taken of unless something is named now. Nothing more can be read.
 * @throws UsageError, InputError as naming does.
 */
export async function readKept(kept: Snapshot, options: Options): Promise<Read> {
  const snapshot: Snapshot = { ...kept, takenAt: options.at ?? kept.takenAt, ...wider(kept, options) };
  const { word, targets, profile } = options;
  // Of another namespace than the one of then only what is named now can tell.
  const namespace = options.namespace ?? snapshot.asked?.namespace;
  const { wanted } = snapshot.asked ?? {};
  const about = (now: Asked): Snapshot =>
    withUnasked(snapshot, {
      ...(now.wanted !== undefined && { wanted: now.wanted }),
      ...(namespace !== undefined && { namespace }),
    });
  if (word === undefined && targets.length === 0 && profile === undefined && wanted !== undefined) {
    const asked: Asked = { wanted, unknown: [] };
    return { snapshot: about(asked), asked };
  }
  const all = async (): Promise<readonly Resource[]> => namable(snapshot, indexOf(snapshot).everything);
  return namingOf(options, { source: "files", all }, async (now) => about(now));
}

/** That it was not gone as far as is asked now, for people; files held all that they held. */
export function notFollowed({ asked = {}, source }: Snapshot, options: Options): readonly string[] {
  const flags = (["deep", "related", "tree"] as const).filter((flag) => options[flag] && asked[flag] !== true);
  const isWhole = source.kind === "files" || source.kind === "buffer";
  return flags.length === 0 || isWhole ? [] : [harmless(notFollowedWords(flags, source.snapshot ?? source.name))];
}

/** With `-A` the namespace of then does not hold any more. */
function wider({ asked }: Snapshot, { isEverywhere }: Options): Pick<Snapshot, "asked"> {
  if (asked === undefined || isEverywhere !== true) return asked === undefined ? {} : { asked };
  const { namespace: _, ...others } = asked;
  return { asked: others };
}

/** Its objects' kinds, in the spelling of whoever asked for them where it was known, and those of which there was none. */
function namable({ readings }: Snapshot, objects: readonly KubeObject[]): readonly Resource[] {
  const asked = new Map<string, Resource>(
    readings.flatMap(({ query: { group, kind, plural, versions, namespaced } }) => {
      const resource = { group, kind, plural, versions, namespaced, singular: kind.toLowerCase(), shortNames: [] };
      return plural === "" ? [] : [[`${group}/${kind}`, resource] as const];
    }),
  );
  const atHand = resourcesAtHand(objects).map((each): Resource => {
    const key = `${each.group}/${each.kind}`;
    const plural = asked.get(key)?.plural ?? each.plural;
    asked.delete(key);
    return { ...each, plural };
  });
  return [...atHand, ...asked.values()];
}
