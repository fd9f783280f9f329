import type { Condition } from "../../../model/condition.ts";

/** The worst of several conditions of one type: a client that reads the list may use any of them. */
export function worstCondition<C extends Pick<Condition, "type" | "status">>(
  conditions: readonly C[],
  type: string,
  good: Condition["status"] = "True",
): C | undefined {
  const ofType = conditions.filter((each) => each.type === type);
  const rank = ({ status }: C): number => (status === good ? 2 : status === "Unknown" ? 1 : 0);
  return ofType.toSorted((a, b) => rank(a) - rank(b))[0];
}
