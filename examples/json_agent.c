/* An agent that speaks JSON lines, in plain C: see docs/protocol.md. cc -o json_agent json_agent.c
   A falling piece comes to rest as low as it can; in IJK the slide merges the most pairs. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* How many pairs of equal letters would merge along the rows of a board, or along its columns. */
static int pairs(const char *cells, int size, int across, int along) {
    int found = 0;
    for (int line = 0; line < size; line++)
        for (int i = 0, last = 0; i < size; i++) {
            int tile = toupper(cells[line * across + i * along]);
            if (tile == '.') continue;
            found += tile == last;
            last = tile == last ? 0 : tile;
        }
    return found;
}

int main(void) {
    static char line[1 << 20]; /* no message is longer */
    while (fgets(line, sizeof line, stdin)) {
        if (strstr(line, "\"type\": \"start\"")) puts("{\"type\": \"ready\"}");
        if (strstr(line, "\"type\": \"choose\"")) {
            int best = -1, lowest = -99, move, row, size = 0, filled = 0;
            for (char *at = strstr(line, "\"moves\""); (at = strstr(at, "{\"move\"")); at++)
                if (sscanf(at, "{\"move\": %d, \"row\": %d", &move, &row) == 2 && row > lowest)
                    best = move, lowest = row;
            char cells[1024] = "";
            for (char *at = strstr(line, "\"board\"") + 9; best < 0 && *at != ']'; at++)
                if (isalpha(*at) || *at == '.') cells[filled++] = *at;
            while (size * size < filled) size++;
            if (best < 0) best = pairs(cells, size, size, 1) >= pairs(cells, size, 1, size) ? 2 : 0;
            printf("{\"move\": %d}\n", best);
        }
        fflush(stdout);
    }
    return 0;
}
