-- Those under way are the first of those due, so a claim changes no index.
DROP INDEX CONCURRENTLY "Connection_beingRead";
