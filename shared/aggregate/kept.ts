import type { KubeObject } from "../model/object.ts";
import type { Snapshot } from "../model/snapshot.ts";
import { fieldSelectorOf, labelSelectorOf } from "../parse/label-selector.ts";
import type { AggregateOptions } from "./aggregate.ts";

/**
 * The options with what a kept snapshot was taken of: of what was not asked then nothing was read, so the selectors of then
 * hold beside those of now, and the rest holds where nothing is said now.
 */
export function asKept({ asked }: Snapshot, options: AggregateOptions): AggregateOptions {
  if (asked === undefined) return options;
  const { wanted, namespace, profile, selector, fieldSelector, tree } = asked;
  const selectors = [
    ...(selector === undefined ? [] : [labelSelectorOf(selector)]),
    ...(fieldSelector === undefined ? [] : [fieldSelectorOf(fieldSelector)]),
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
