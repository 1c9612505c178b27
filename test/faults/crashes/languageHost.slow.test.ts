import { declareRounds } from "./rounds";

declareRounds("language host", 2);
