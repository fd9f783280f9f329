import type { KubeObject } from "../model/object.ts";
import type { Snapshot } from "../model/snapshot.ts";
import { parseFieldSelector, parseLabelSelector } from "../parse/label-selector.ts";
import type { AggregateOptions } from "./options.ts";

/**
 * The options combined with those of a saved snapshot. Objects outside the original request were not read. So the
 * original selectors apply in addition to the current ones. The other original options apply where the current ones are
 * not set.
 */
export function withSavedOptions({ asked }: Snapshot, options: AggregateOptions): AggregateOptions {
  if (asked === undefined) return options;
  const { wanted, namespace, profile, selector, fieldSelector, tree } = asked;
  const selectors = [
    ...(selector === undefined ? [] : [parseLabelSelector(selector)]),
    ...(fieldSelector === undefined ? [] : [parseFieldSelector(fieldSelector)]),
    ...(options.isWanted === undefined ? [] : [options.isWanted]),
  ];
  const matches = selectors.filter((each) => typeof each === "function");
  return {
    ...(wanted !== undefined && { wanted }),
    ...(namespace !== undefined && { namespace }),
    ...(profile !== undefined && { profile }),
    ...options,
    ...(matches.length > 0 && { isWanted: (root: KubeObject) => matches.every((holds) => holds(root)) }),
    ...(tree === true && { tree }),
  };
}
