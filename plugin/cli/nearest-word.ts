export { nearestSpelling } from "../../shared/parse/spelling.ts";
