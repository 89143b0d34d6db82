PRAGMA application_id = 1953066085;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE games (
    number integer primary key, bytes integer not null,
    bout integer not null, seed text not null, first integer not null, second integer not null,
    score integer not null, turns integer not null, is_over integer not null,
    first_moves integer not null, second_moves integer not null,
    first_seconds real not null, second_seconds real not null,
    digest text not null, forfeiter integer, cause text not null, detail text not null,
    unique (bout, first, second)
);
INSERT INTO "games" VALUES(1,310,0,'1',0,-1,6,10,0,10,0,2.4046e-05,0.0,'fd5942b905ffd639',NULL,'','');
INSERT INTO "games" VALUES(2,600,0,'1',1,-1,4,10,1,10,0,2.5859e-05,0.0,'8c0e8d46a8391880',NULL,'','');
INSERT INTO "games" VALUES(3,904,1,'2',0,-1,8,10,0,10,0,1.4151e-05,0.0,'77bb01a67544047c',NULL,'','');
INSERT INTO "games" VALUES(4,1188,1,'2',1,-1,8,10,0,10,0,1.8707e-05,0.0,'77bb01a67544047c',NULL,'','');
CREATE TABLE plan (plan text not null, version text not null);
INSERT INTO "plan" VALUES('{"game": "tetris:width=4,height=8", "agents": ["tuples:weights=tables.json", "greedy"], "games": 2, "is_until_sure": false, "first_seed": 1, "max_turns": 10, "plies": {"shortest": 8, "longest": 10}, "seconds_a_move": null, "alpha": 0.05, "elo": 20.0, "margin": 0.0, "start_seconds": 10.0, "memory_mb": 2048, "cpu_seconds": 600, "has_records": true, "prints": ["986906ffeea2bcb2", ""]}','0.1.0');
COMMIT;
