import { declareRounds } from "./rounds";

declareRounds("provider", 4);
