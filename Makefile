# The verbs of the project. Each is one run of Maven; scripts/maven finds a JDK for it.

MAVEN := scripts/maven -T 2

# The stores that wire the contract:  module            test class            server, if its name is another
CONTRACT_memory :=                    check/contract   MemoryTimerStoreTest
CONTRACT_sqlite :=                    stores/jdbc       SqliteTimerStoreTest
CONTRACT_cassandra :=                 stores/cassandra  CassandraTimerStoreTest
CONTRACT_cassandra-cluster :=         stores/cassandra  CassandraClusterSuite,CassandraClusterTimerStoreSuite
CONTRACT_mongodb :=                   stores/mongodb    MongoDbTimerStoreTest
CONTRACT_mongodb-cluster :=           stores/mongodb    MongoDbClusterSuite,MongoDbClusterTimerStoreSuite
CONTRACT_postgres :=                  stores/jdbc       PostgresTimerStoreTest
CONTRACT_routed :=                    stores/routed     RoutedTimerStoreTest
CONTRACT_routed-sql :=                stores/jdbc       RoutedSqlTest
CONTRACT_postgres-partitioned :=      stores/jdbc       PartitionedPostgresTimerStoreSuite postgres
CONTRACT_postgres18 :=                stores/jdbc       PostgresTimerStoreTest postgres=postgres18
CONTRACT_mysql :=                     stores/jdbc       MysqlTimerStoreTest
CONTRACT_mysql-partitioned :=         stores/jdbc       PartitionedMysqlTimerStoreSuite mysql
CONTRACT_mariadb :=                   stores/jdbc       MariadbTimerStoreTest
CONTRACT_tidb :=                      stores/jdbc       TidbTimerStoreTest
CONTRACT_tidb-standin :=              stores/jdbc       TidbTimerStoreTest mysql
CONTRACT_dynamodb :=                  stores/dynamodb   DynamoDbTimerStoreTest
CONTRACT_oracle-standin :=            stores/jdbc       OracleStandinTimerStoreTest
CONTRACT_oracle :=                    stores/jdbc       OracleTimerStoreSuite
CONTRACT_sqlserver-standin :=         stores/jdbc       SqlServerStandinTimerStoreTest
CONTRACT_sqlserver :=                 stores/jdbc       SqlServerTimerStoreSuite

# The outages of each database. MySQL and MongoDB with one member are left to this verb: make test has their kin.
OUTAGES_postgres :=        PostgresOutageTest
OUTAGES_postgres-pair :=   PostgresPairOutageTest
OUTAGES_mysql :=           MysqlOutageSuite
OUTAGES_cassandra :=       CassandraOutageTest
OUTAGES_mongodb :=         MongoDbOutageSuite
OUTAGES_mongodb-cluster := MongoDbClusterOutageTest
OUTAGES_dynamodb :=        DynamoDbOutageTest

# The servers that suites need, by their names in scripts/databases.
SERVERS := postgres mysql mariadb dynamodb cassandra mongodb

# Servers that can not be had for tests: whoever has one names it. They are no part of make test.
GIVEN_oracle := BELFRY_TEST_ORACLE_URL
GIVEN_sqlserver := BELFRY_TEST_SQLSERVER_URL
GIVEN_tidb := BELFRY_TEST_TIDB_URL
GIVEN = $(GIVEN_$(STORE))

STORES := $(sort $(patsubst CONTRACT_%,%,$(filter CONTRACT_%,$(.VARIABLES))))
TROUBLED := $(sort $(patsubst OUTAGES_%,%,$(filter OUTAGES_%,$(.VARIABLES))))
MODULE = $(word 1,$(CONTRACT_$(STORE)))
SUITE  = $(word 2,$(CONTRACT_$(STORE)))
SERVER = $(or $(word 3,$(CONTRACT_$(STORE))),$(filter $(STORE),$(SERVERS)))

.DEFAULT_GOAL := help
.PHONY: help build run archive dist dist-arm64 install-libraries release outdated check fmt test screenshots tour contract outages cron sim chaos bench clean

help:
	@echo 'make run                   build what is needed and serve on http://localhost:8080'
	@echo 'make build                 compile, so that ./belfry can run'
	@echo 'make dist                  archive and OCI image that need no JDK, list of contents, checksums: target/belfry-VERSION*'
	@echo 'make dist-arm64            the same, and an archive for 64-bit ARM'
	@echo 'make install-libraries     client, Spring Boot starter and BOM, with sources and Javadoc, to the local Maven repository'
	@echo 'make release VERSION=n     version, changelog, archives, image, checksums and list of contents, tag; nothing is pushed'
	@echo 'make outdated              which dependencies have newer releases, as far as the Maven repository tells'
	@echo 'make check                 compile, format, static analysis, unit tests'
	@echo 'make fmt                   format the sources'
	@echo 'make test                  every suite; a skipped test is a failure'
	@echo 'make screenshots           each view of the console, in check/browser/target/screenshots'
	@echo 'make tour                  the drawings of docs/console.md anew, from a server that is busy for five minutes'
	@echo 'make contract STORE=name   the store contract on one store: $(STORES)'
	@echo 'make outages STORE=name    a server loses that database in every way there is: $(TROUBLED)'
	@echo 'make cron TRIPLES=n        n random cron expressions, zones and instants beside another implementation'
	@echo 'make sim SEEDS=n           simulate n troubled clusters; SEED=n replays one with its trace'
	@echo 'make chaos ARGS="..."      real servers in trouble for ten minutes (--minutes 2 --seed 7 --sabotage X)'
	@echo 'make bench                 Belfry beside other schedulers, quickly; ARGS="help" tells what else there is'
	@echo 'make clean                 remove what the build made'

build:
	@echo 'Building what has changed; the first time takes a minute or two.' >&2
	@$(MAVEN) -pl cli -am compile dependency:build-classpath -Dmdep.outputFile=target/classpath

# Ctrl-C and SIGTERM are how a server is meant to end, so that neither is a failure.
run: build
	@./belfry serve || case $$? in 130|143) ;; *) exit 1 ;; esac

# What an earlier version needed must not be packed again.
archive:
	@rm -rf cli/target/lib
	@MAVEN_OPTS=-Dorg.slf4j.simpleLogger.log.com.networknt=error $(MAVEN) -pl cli -am \
	  package dependency:copy-dependencies cyclonedx:makeBom -Dmaven.test.skip=true -DincludeScope=runtime \
	  -DoutputDirectory='$${project.build.directory}/lib'
	@scripts/dist

dist: archive
	@scripts/image
	@scripts/checksums

# Java's modules for the other machine are fetched first; see scripts/jmods.
dist-arm64: dist
	@scripts/dist arm64
	@scripts/checksums

# Modules that say unpublished=false; the others are built as far as these need them.
LIBRARIES := client,clients/spring-boot-starter,clients/spring-boot-starter-test,clients/bom
install-libraries:
	@$(MAVEN) -Plibraries -pl $(LIBRARIES) -am install -Dmaven.test.skip=true

# What fails to build is not tagged; the commit of its preparation is taken back by hand (git reset).
release:
	@scripts/release prepare $(VERSION)
	@$(MAKE) --no-print-directory dist-arm64
	@scripts/release finish $(VERSION)

# Every version is a property of the root pom.
outdated:
	@mkdir -p target && rm -f target/outdated.txt
	@$(MAVEN) -N versions:display-property-updates -Dversions.outputFile=target/outdated.txt \
	  -Dproject.reporting.outputEncoding=UTF-8
	@sed -n '/updates are available/,$$p' target/outdated.txt

check:
	@$(MAVEN) spotless:check test -Dtest.excluded='contract|simulation|system' -Dwithout.processes=true
	@echo 'check passed'

fmt:
	@$(MAVEN) spotless:apply

# Their names, too: to look at tags, every module would start a JVM. SuitesTest holds the tagged ones to these names.
ON_PROCESSES := -Dtest='$(foreach it,browser chaos clients outages system,dev.belfry.check.$(it).*Test,)*ProcessTest' -Dsurefire.failIfNoSpecifiedTests=false

# What is missing is told at once, not after an hour. Every module that can run does run, so that one failure does not hide another. Suites on real processes come last and one by one,
# for beside others they would measure the machine. The archive and the libraries are among the things that are tested.
test:
	@find . -type d -path '*/target/surefire-reports' -prune -exec rm -rf {} +
	@missing=0; scripts/chromium >/dev/null || missing=1; scripts/prometheus >/dev/null || missing=1; scripts/foreign-packages || missing=1; scripts/mypy >&2 || missing=1; scripts/database fetch $(SERVERS) || missing=1; exit $$missing
	@status=0; rm -f target/belfry-*.tar* target/belfry-*.cdx.json; $(MAKE) --no-print-directory dist install-libraries || status=$$?; \
	scripts/database with $(SERVERS) -- $(MAVEN) --fail-at-end test -Dtest.excluded=system -Dbelfry.cron.triples=20000 || status=$$?; \
	scripts/maven --fail-at-end test -Dgroups=system $(ON_PROCESSES) || status=$$?; \
	if [ $$status -ne 0 ]; then echo; echo 'The build failed; suites that depend on the failure did not run.'; fi; \
	scripts/summarize-tests . || status=1; \
	exit $$status

# The pictures are output of the test that looks at every view.
screenshots:
	@scripts/chromium >/dev/null
	@$(MAVEN) -pl check/browser -am test -Dtest=ConsoleLookTest -Dsurefire.failIfNoSpecifiedTests=false
	@ls check/browser/target/screenshots/*.png

# The tour's pictures are drawings, which are text: views are printed, and the print is turned into SVG.
tour:
	@scripts/chromium >/dev/null
	@scripts/pdftocairo >/dev/null
	@$(MAVEN) -pl check/browser -am test -Dtest=ConsoleTour -Dsurefire.failIfNoSpecifiedTests=false
	@ls -l docs/console/*.svg

contract:
	@if [ -z '$(SUITE)' ]; then \
	  echo "Unknown store '$(STORE)': say make contract STORE=name, where name is one of: $(STORES)" >&2; exit 2; \
	fi
	@if [ -n '$(GIVEN)' ] && [ -z "$${$(or $(GIVEN),NONE)}" ]; then \
	  echo "No server of $(STORE) can be had here: say $(GIVEN)=jdbc:... with the URL of an administrator" \
	    "(docs/operations), or take STORE=$(STORE)-standin." >&2; exit 2; \
	fi
	@rm -rf $(MODULE)/target/surefire-reports
	@status=0; scripts/database with $(SERVER) -- \
	  $(MAVEN) -pl $(MODULE) -am test -Dtest='$(SUITE)' -Dsurefire.failIfNoSpecifiedTests=false || status=$$?; \
	scripts/summarize-tests $(MODULE) $(STORE) || status=1; \
	exit $$status

outages:
	@if [ -z '$(OUTAGES_$(STORE))' ]; then \
	  echo "Unknown store '$(STORE)': say make outages STORE=name, where name is one of: $(TROUBLED)" >&2; exit 2; \
	fi
	@rm -rf check/outages/target/surefire-reports
	@status=0; $(MAVEN) -pl check/outages -am test -Dtest='$(OUTAGES_$(STORE))' -Dsurefire.failIfNoSpecifiedTests=false || status=$$?; \
	scripts/summarize-tests check/outages $(STORE) || status=1; \
	exit $$status

# Cron expressions beside another implementation.
TRIPLES ?= 1000000
cron:
	@$(MAVEN) -pl core -am test -Dtest=CronReferenceTest -Dsurefire.failIfNoSpecifiedTests=false -Dbelfry.cron.triples=$(TRIPLES)

# Simulations run in a JVM of their own, without Maven around it.
SEEDS ?= 2000
sim:
	@$(MAVEN) -pl check/simulation -am compile dependency:build-classpath -Dmdep.outputFile=target/classpath
	@exec "$$(scripts/find-jdk)/bin/java" -cp "check/simulation/target/classes:$$(cat check/simulation/target/classpath)" \
	  dev.belfry.check.simulation.cluster.SimulationMain $(if $(SEED),--seed $(SEED),$(SEEDS) $(FIRST))

# Chaos runs in a JVM of its own, with what the system tests have.
chaos:
	@$(MAVEN) -pl check/chaos -am test-compile dependency:build-classpath -Dmdep.outputFile=target/classpath
	@exec "$$(scripts/find-jdk)/bin/java" --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \
	  -Dsun.net.httpserver.maxIdleConnections=100000 -Dsun.net.httpserver.idleInterval=3600 -Dsun.net.httpserver.nodelay=true \
	  -cp "check/chaos/target/test-classes:$$(cat check/chaos/target/classpath)" dev.belfry.check.chaos.Chaos $(ARGS)

# The benchmark runs in a JVM of its own, without Maven around it.
bench:
	@$(MAVEN) -pl bench -am test-compile dependency:build-classpath -Dmdep.outputFile=target/classpath
	@scripts/database with postgres-bench -- \
	  "$$(scripts/find-jdk)/bin/java" --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \
	  -cp "bench/target/classes:$$(cat bench/target/classpath)" dev.belfry.bench.Bench $(ARGS)

clean:
	@find . -type d \( -name target -o -path './*/node_modules' -o -path ./clients/typescript/dist \) -prune -exec rm -rf {} +
