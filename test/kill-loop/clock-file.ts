/** In the data directory of a server of the kill loop: by how many milliseconds its clock differs from the system's. */
export const clockFile = "clock-offset";
