package dev.belfry.check.clients;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;

/** A receiver on Spring MVC in Tomcat, its handlers as its guide writes them. */
final class SpringReceiver implements HostedReceiver {
    private static final List<String> ASKED = new CopyOnWriteArrayList<>();

    private final Tomcat tomcat = new Tomcat();

    /** The handlers. */
    @RestController
    @EnableWebMvc
    public static class Handlers {
        private boolean isDeployed;

        /** Nothing comes back, with a 200. */
        @PostMapping("/void")
        public void nothing(@RequestBody Map<String, Object> callback) {
            ASKED.add("/void");
        }

        /** A text, with a 200. */
        @PostMapping("/text")
        public String text() {
            ASKED.add("/text");
            return "ok";
        }

        /** Knows orders, and nothing of Belfry. */
        @PostMapping("/own")
        public Map<String, Object> own(@RequestBody Map<String, Object> order) {
            ASKED.add("/own");
            if (!order.equals(Map.of("orderId", 42))) {
                throw new ResponseStatusException(HttpStatus.UNPROCESSABLE_CONTENT);
            }
            return Map.of("accepted", true);
        }

        /** Is not there at first. */
        @PostMapping("/deploy")
        public synchronized void deployed() {
            ASKED.add("/deploy");
            if (!isDeployed) {
                isDeployed = true;
                throw new ResponseStatusException(HttpStatus.NOT_FOUND);
            }
        }
    }

    SpringReceiver(Path folder) throws LifecycleException {
        ASKED.clear();
        tomcat.setBaseDir(folder.toString());
        tomcat.setHostname("127.0.0.1");
        tomcat.setPort(0);
        var web = tomcat.addContext("", folder.toString());
        var handlers = new AnnotationConfigWebApplicationContext();
        handlers.register(Handlers.class);
        Tomcat.addServlet(web, "handlers", new DispatcherServlet(handlers)).setLoadOnStartup(1);
        web.addServletMappingDecoded("/", "handlers");
        tomcat.getConnector();
        tomcat.start();
    }

    @Override
    public int port() {
        return tomcat.getConnector().getLocalPort();
    }

    @Override
    public List<String> asked() {
        return List.copyOf(ASKED);
    }

    @Override
    public void close() {
        try {
            tomcat.stop();
            tomcat.destroy();
        } catch (LifecycleException e) {
            throw new IllegalStateException(e);
        }
    }
}
