export { nearest } from "../shared/parse/nearest.ts";
