// Vendored: what others wrote, from the folder vendor, where it stands with its version.

import uPlot from "../vendor/uplot/uPlot.esm.js";

export default uPlot;
