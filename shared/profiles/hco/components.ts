import { hcoComponents } from "../../tables/components.ts";
import { removedComponents } from "../../tables/hyperconverged-reasons.ts";

/** The names that the operator has written before a suffix in reasons, each with its component. */
export const namesInReasons: ReadonlyMap<string, string> = new Map([
  ...hcoComponents.map(({ component, reasonName = component }) => [reasonName, component] as const),
  ...removedComponents.map((name) => [name, name] as const),
]);
