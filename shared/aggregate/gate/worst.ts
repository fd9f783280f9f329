import type { Condition } from "../../model/condition.ts";

/** Of several conditions of one type the worst: whoever reads the list may go by any of them. */
export function worstOf<C extends Pick<Condition, "type" | "status">>(
  conditions: readonly C[],
  type: string,
  good: Condition["status"] = "True",
): C | undefined {
  const said = conditions.filter((each) => each.type === type);
  const rank = ({ status }: C): number => (status === good ? 2 : status === "Unknown" ? 1 : 0);
  return said.toSorted((a, b) => rank(a) - rank(b))[0];
}
