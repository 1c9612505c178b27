import { declareRounds } from "./rounds";

declareRounds("provider", 12);
