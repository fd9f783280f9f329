import { type Family, families, type ProfileName } from "../../model/families.ts";

/** The title of the parts of a root. */
export function partsGroup(profile: ProfileName): string {
  return partWords[families[profile].parts].group;
}

/** The title of the column that names one part in each row. */
export function partColumn(profile: ProfileName): string {
  return partWords[families[profile].parts].column;
}

const partWords: Readonly<Record<Family["parts"], { group: string; column: string }>> = {
  components: { group: "Components", column: "COMPONENT" },
  parts: { group: "Parts", column: "PART" },
};
