package dev.belfry.check.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** All that is not a test: what the rules are about. Immutable. */
final class MainCode {
    private static final Path PROJECT = Path.of("..", "..");

    static final JavaClasses CLASSES =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .importPackages("dev.belfry");

    private MainCode() {}

    /** A rule that is about no class is broken too. */
    static void hold(ArchRule rule) {
        rule.check(CLASSES);
    }

    /** The class at the top of the file that a class stands in. */
    static String file(JavaClass it) {
        var name = it.getName();
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    static List<Path> sources() throws IOException {
        return sources(Path.of("src", "main", "java"));
    }

    /**
     * The sources in that folder of every module: they lie in the project, or in a folder of it.
     */
    static List<Path> sources(Path folder) throws IOException {
        var found = new ArrayList<Path>();
        for (var module : modules(folder)) {
            try (var files = Files.walk(module.resolve(folder))) {
                files.filter(file -> file.toString().endsWith(".java")).forEach(found::add);
            }
        }
        return found;
    }

    private static List<Path> modules(Path folder) throws IOException {
        try (var folders = Files.walk(PROJECT, 2)) {
            return folders.filter(module -> Files.isDirectory(module.resolve(folder)))
                    .sorted()
                    .toList();
        }
    }
}
