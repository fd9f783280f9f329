import type { FirstScreen } from "./first-screen.ts";

/** The most lines beside the headline and the last line. */
const mostBetween = 2;

/**
 * The screen of something healthy: what matters most beside the headline and the last line. The remarks that are omitted are counted.
 */
export function fewestLines(screen: FirstScreen): FirstScreen {
  const [remark, ...others] = screen.remarks;
  const upgrade = screen.fields.filter(({ key }) => key === "upgrade");
  const place = screen.fields.filter(({ key }) => key === "place");
  const wanted = [
    ...screen.lead.map(() => "lead"),
    // A verdict has its limits beside it. Remarks that find no place are counted.
    ...(screen.reading === undefined ? [] : ["reading"]),
    ...(remark?.mark === "bad" ? ["remark"] : []),
    ...(screen.blocked === undefined ? [] : ["blocked"]),
    ...(remark === undefined || remark.mark === "bad" ? [] : ["remark"]),
    ...upgrade.map(() => "upgrade"),
    ...place.map(() => "place"),
    ...(screen.healthy === undefined ? [] : ["healthy"]),
  ].slice(0, mostBetween);
  const has = (name: string): boolean => wanted.includes(name);
  const lost = others.length + (has("remark") || remark === undefined ? 0 : 1);
  return {
    ...screen,
    lead: has("lead") ? screen.lead : [],
    fields: [...(has("upgrade") ? upgrade : []), ...(has("place") ? place : [])],
    conditions: { title: "", entries: [] },
    remarks: remark === undefined || !has("remark") ? [] : [remark],
    left: screen.left + lost,
    healthy: has("healthy") ? screen.healthy : undefined,
    blocked: has("blocked") ? screen.blocked : undefined,
    reading: has("reading") ? screen.reading : undefined,
  };
}
